import { z } from 'zod'

/** Twilio's account, a key of it, and the sender: a phone number or a messaging service. */
export type TwilioSettings = {
  apiUrl: string
  accountId: string
  keyId: string
  keySecret: string
  from: string
}

const needed = ['TWILIO_ACCOUNT_SID', 'TWILIO_API_KEY', 'TWILIO_API_SECRET', 'TWILIO_FROM'] as const

/** Twilio's IDs are two letters and 32 hex digits. */
const twilioId = (letters: string) =>
  z
    .string()
    .regex(new RegExp(`^${letters}[\\da-f]{32}$`), `must be ${letters} and 32 hex digits`)
    .optional()

export const twilioShape = {
  TWILIO_ACCOUNT_SID: twilioId('AC'),
  TWILIO_API_KEY: twilioId('SK'),
  TWILIO_API_SECRET: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|MG[\da-f]{32})$/,
      'must be a phone number like +14155550132, or the ID of a messaging service (MG…)',
    )
    .optional(),
  TWILIO_URL: z
    .string()
    .refine((value) => /^https:\/\/[^/]+$/.test(value), 'must be an https address without a path')
    .default('https://api.twilio.com'),
}

type Parsed = Partial<Record<(typeof needed)[number], string | undefined>> & { TWILIO_URL: string }

/** The settings of Twilio, or `undefined` if none are set. */
export const twilioOf = ({
  TWILIO_ACCOUNT_SID: accountId,
  TWILIO_API_KEY: keyId,
  TWILIO_API_SECRET: keySecret,
  TWILIO_FROM: from,
  TWILIO_URL: apiUrl,
}: Parsed): TwilioSettings | undefined =>
  accountId && keyId && keySecret && from ? { apiUrl, accountId, keyId, keySecret, from } : undefined

export function twilioProblems(variables: Record<string, string | undefined>): string[] {
  const missing = needed.filter((name) => !variables[name])
  return missing.length === 0 || missing.length === needed.length
    ? []
    : [`Text messages need all of ${needed.join(', ')}. Missing: ${missing.join(', ')}`]
}
