import * as z from 'zod/mini'
import { identifier } from '../text.ts'

/** One record of one patient; it is reached through that patient alone. */
export const recordIdInput = z.strictObject({ patientId: identifier, recordId: identifier })
