import * as z from 'zod/mini'
import { identifier } from '../text.ts'

export const mailInput = z.strictObject({ mailId: identifier })
