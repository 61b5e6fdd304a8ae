import { recognizeSession, type Viewer } from '#operations/sessions/recognizeVisitor.ts'
import type { TestClinic } from './clinic.ts'

/** What a sign-in gave the browser. A sign-in that waits for a second factor gave it nothing. */
export type Opened = { sid?: string | undefined; deviceId?: string | undefined } | null

/** The session of a browser that presents both cookies of a sign-in, as its next request finds it. */
export const sessionOf = (clinic: TestClinic, opened: Opened, options?: { keepsAlive: boolean }) =>
  recognizeSession(
    { ...clinic.anonymous(), readDeviceId: async () => opened?.deviceId ?? null },
    opened?.sid ?? '',
    options,
  )

/** The user of that session, or `null` if it has ended. */
export const visitorOf = async (...question: Parameters<typeof sessionOf>): Promise<Viewer | null> =>
  (await sessionOf(...question))?.viewer ?? null
