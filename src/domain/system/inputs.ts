import * as z from 'zod/mini'
import { systemParts } from './parts.ts'

export const testConnectionInput = z.strictObject({
  part: z.enum(systemParts, 'Choose what to test'),
})
