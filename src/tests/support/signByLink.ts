import { readConsentRequest } from '#operations/consent/readConsentRequest.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { signConsent } from '#operations/consent/signConsent.ts'
import type { OperationContext } from '#operations/context.ts'
import type { TestClinic } from './clinic.ts'

/** Sends a form to a patient, who opens the link and signs. */
export async function signByLink(
  clinic: TestClinic,
  staff: OperationContext,
  patientId: string,
): Promise<void> {
  await sendConsent(staff, { patientId })
  const { path } = await showSigningLink(staff, { patientId })
  await signAt(clinic, path)
}

/** Opens the link at a path and signs. */
export async function signAt(
  clinic: TestClinic,
  path: string,
  signerName = 'Maren Lindqvist',
): Promise<void> {
  const secret = path.replace('/sign/', '')
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    secret,
    signerName,
    agreesToSignElectronically: true,
  })
}
