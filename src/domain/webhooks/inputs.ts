import * as z from 'zod/mini'
import { feedTypes } from '../live/feedTypes.ts'
import { identifier, nullAsLeftOut, requiredLine } from '../text.ts'

const WRONG_ADDRESS = 'Give an address like https://example.com/caseload'

/** Whether messages could be sent to this address at all. The server also decides which hosts it may call. */
const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
}

const name = requiredLine('Say what the webhook is for', 100)
const url = z
  .string(WRONG_ADDRESS)
  .check(z.trim(), z.maxLength(2_000, 'Use at most 2000 characters'), z.refine(isAddress, WRONG_ADDRESS))
const types = z
  .array(z.enum(feedTypes, 'Choose types from the list'))
  .check(z.refine((value) => new Set(value).size === value.length, 'Choose each type once'))

/** Without types, a webhook gets all changes. A key that adds a webhook need not name itself. */
export const createWebhookInput = z.strictObject({
  name,
  url,
  apiKeyId: z.nullish(identifier),
  types: z.nullish(types),
})

/** Fields that are left out do not change. */
export const editWebhookInput = z.strictObject({
  webhookId: identifier,
  name: nullAsLeftOut(name),
  url: nullAsLeftOut(url),
  apiKeyId: nullAsLeftOut(identifier),
  types: nullAsLeftOut(types),
  isOn: nullAsLeftOut(z.boolean()),
})

export const webhookInput = z.strictObject({ webhookId: identifier })
export const resendMessagesInput = z.strictObject({ webhookMessageId: identifier })
