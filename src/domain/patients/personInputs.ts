import * as z from 'zod/mini'
import { identifier } from '../text.ts'
import { patientSchemas } from './patientFields.ts'
import { initialStatuses } from './status.ts'

export const addPatientInput = z.strictObject({
  ...patientSchemas,
  status: z._default(
    z.enum(initialStatuses, 'Choose one of the statuses a new patient can start with'),
    'pending_consent',
  ),
})

/** The same without an address. Only imports create such patients. */
export const patientWithoutEmailInput = z.omit(addPatientInput, { email: true })

const { firstName, lastName, dateOfBirth, phone } = patientSchemas

/** The known facts about a person who may be a patient already. `patientId` is the patient being edited. */
export const possibleDuplicatesInput = z.strictObject({
  patientId: z.nullish(identifier),
  ...z.partial(z.object({ firstName, lastName, dateOfBirth, phone })).shape,
})

/** An omitted field stays unchanged; `null` or empty text clears an optional one. */
export const editPatientInput = z.strictObject({
  patientId: identifier,
  ...z.partial(z.object(patientSchemas)).shape,
})
