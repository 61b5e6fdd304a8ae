import { sendConsentInput } from '#domain/consent/templateInputs.ts'
import { Failure } from '#domain/errors.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { askToSign } from './sendConsent.ts'

/**
 * Asks the patient to sign a new form at any status but Dropped, for instance after a reassignment, and keeps the status.
 * The form in force governs until the patient signs. Otherwise like `sendConsent`.
 */
export const requestAuthorization = unwrapped(
  sendConsentInput,
  (ctx: OperationContext, { patientId, ...choices }): Promise<Patient> =>
    askToSign(ctx, patientId, { ...choices, keepsStatus: true }, ({ status }) => {
      if (status === 'dropped')
        throw new Failure('conflict', 'This patient was dropped, so no authorization can be requested')
    }),
)
