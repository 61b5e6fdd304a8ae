import * as z from 'zod/mini'
import { identifier, requiredLine } from '../text.ts'
import { API_KEY_DAYS, apiKeyScopes } from './apiKey.ts'

const daysMessage = `Choose 1 to ${API_KEY_DAYS.max} days`

export const createApiKeyInput = z.strictObject({
  userId: identifier,
  name: requiredLine('Say what the key is for', 100),
  scope: z.enum(apiKeyScopes, 'Choose read or write'),
  expiresInDays: z.pipe(
    z.nullish(z.int(daysMessage).check(z.minimum(1, daysMessage), z.maximum(API_KEY_DAYS.max, daysMessage))),
    z.transform((days) => days ?? API_KEY_DAYS.standard),
  ),
})

export const revokeApiKeyInput = z.strictObject({ apiKeyId: identifier })
