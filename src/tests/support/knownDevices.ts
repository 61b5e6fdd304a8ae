import { expect } from 'vitest'
import type { User } from '#infra/prisma/client.ts'
import { signIn } from '#operations/sessions/signIn.ts'
import { PASSWORD, type TestClinic } from './clinic.ts'
import { times, wrong } from './signInSetup.ts'

/** An IP address without successful sign-ins. */
export const FRONT_DESK = '192.0.2.9'

/** A browser that keeps its device cookie. */
export function browserOf(clinic: TestClinic, deviceId: string | null = null) {
  const browser = {
    deviceId,
    visit: (ipAddress: string) => {
      const visit = clinic.anonymous()
      const { deviceId } = browser
      return { ...visit, readDeviceId: async () => deviceId, request: { ...visit.request, ipAddress } }
    },
    signIn: async (email: string, password = PASSWORD, ipAddress = FRONT_DESK) => {
      const signedIn = await signIn(browser.visit(ipAddress), { email, password })
      browser.deviceId = signedIn.deviceId
      return signedIn
    },
    copy: () => browserOf(clinic, browser.deviceId),
  }
  return browser
}

/** Blocks the front desk's network, which has no recent successful sign-in. */
export async function blockFrontDesk(clinic: TestClinic): Promise<void> {
  for (const index of times(10))
    await expect(browserOf(clinic).signIn(`invented${index}@clinic.test`, 'guess')).rejects.toMatchObject(
      wrong,
    )
}

/** Records a sign-in with a browser at home, so that only the device is known, not the front desk's network. */
export async function knownAtHome(clinic: TestClinic, user: User) {
  const browser = browserOf(clinic)
  const { sid } = await browser.signIn(user.email, PASSWORD, '198.51.100.1')
  return { browser, ctx: { ...clinic.as(user), sid, readDeviceId: async () => browser.deviceId } }
}
