import { z } from 'zod'
import { readBounded } from '../readBounded.ts'
import { inCallSpan, traceHeaders } from '../tracing.ts'
import type { TwilioSettings } from './twilioSettings.ts'

const CALL_MS = 10_000
const ANSWER_MAX = 65_536

/** One text message to a number like +14155550132. */
export type TextMessage = { to: string; text: string }

/** A text message that was not taken. Its words are ours, because Twilio's repeat the number. */
export class TextNotTaken extends Error {
  override name = 'TextNotTaken'
  /** Whether a retry is useless. */
  readonly isFinal: boolean
  /** Whether the patient told the service to stop. */
  readonly isOptOut: boolean

  constructor(message: string, { isFinal = false, isOptOut = false, ...options }: Failed = {}) {
    super(message, options)
    this.isFinal = isFinal || isOptOut
    this.isOptOut = isOptOut
  }
}

type Failed = ErrorOptions & { isFinal?: boolean; isOptOut?: boolean }

/** Sends text messages. Both methods throw `TextNotTaken`. Never call them inside a transaction. */
export type TextMessages = {
  send: (message: TextMessage) => Promise<void>
  /** Signs in without sending. */
  test: () => Promise<void>
}

/** The recipient answered STOP (https://www.twilio.com/docs/api/errors/21610). */
const OPTED_OUT = 21610
const NO_MOBILE = 'This is not a number that can receive text messages'
const NO_SENDER = 'TWILIO_FROM is not a number of this Twilio account that can send text messages'
/** What some codes mean (https://www.twilio.com/docs/api/errors). */
const meanings: Record<number, string> = {
  20003: 'Twilio refused the key',
  21211: NO_MOBILE,
  21614: NO_MOBILE,
  21212: NO_SENDER,
  21606: NO_SENDER,
  21408: 'This Twilio account may not send to numbers of this country',
  21608: 'A trial account of Twilio sends only to numbers that were verified there',
}
/** About the sign-in or the number of calls, so that a retry can help. */
const temporary = new Set([401, 403, 408, 409, 429])

const refusal = z.object({ code: z.number() })

/** Twilio's Messages resource, https://www.twilio.com/docs/messaging/api/message-resource. */
export function makeTwilio({ apiUrl, accountId, keyId, keySecret, from }: TwilioSettings): TextMessages {
  const account = `${apiUrl}/2010-04-01/Accounts/${accountId}`
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  async function call(url: string, init: RequestInit): Promise<void> {
    const sent = () =>
      fetch(url, {
        ...init,
        headers: { authorization, ...traceHeaders() },
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_MS),
      })
    const response = await inCallSpan('twilio call', sent).catch((cause: unknown) => {
      throw new TextNotTaken('Twilio cannot be reached', { cause })
    })
    if (response.ok) {
      // Twilio has accepted the message, so the rest of its answer does not matter.
      await response.body?.cancel().catch(() => {})
      return
    }
    throw failureOf(response.status, await codeIn(response))
  }

  return {
    send: ({ to, text }) =>
      call(`${account}/Messages.json`, {
        method: 'POST',
        body: new URLSearchParams({ To: to, ...sender, Body: text }),
      }),
    test: () => call(`${account}/IncomingPhoneNumbers.json?PageSize=1`, { method: 'GET' }),
  }
}

function failureOf(status: number, code: number | null): TextNotTaken {
  if (code === OPTED_OUT)
    return new TextNotTaken('The patient answered STOP to a text message', { isOptOut: true })
  const error = code === null ? `status ${status}` : `error ${code}`
  return new TextNotTaken(`${meanings[code ?? 0] ?? 'Twilio refused the request'} (${error})`, {
    isFinal: status >= 400 && status < 500 && !temporary.has(status),
  })
}

/** The error code in an answer of Twilio; `null` for any other answer. */
async function codeIn(response: Response): Promise<number | null> {
  try {
    return refusal.parse(JSON.parse(String(await readBounded(response, ANSWER_MAX)))).code
  } catch {
    return null
  }
}
