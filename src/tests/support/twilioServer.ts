import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { makeTwilio, type TextMessages } from '#infra/textMessages/twilio.ts'
import type { TwilioSettings } from '#infra/textMessages/twilioSettings.ts'
import type { TestClinic } from './clinic.ts'

const account: Omit<TwilioSettings, 'apiUrl'> = {
  accountId: `AC${'0'.repeat(32)}`,
  keyId: `SK${'1'.repeat(32)}`,
  keySecret: 'a secret of the key',
  from: '+14155550100',
}

/** A text message as Twilio got it. */
type Sent = { To: string; From?: string; MessagingServiceSid?: string; Body: string }

export type TwilioServer = {
  messages: Sent[]
  /** The next answers instead of 201, as Twilio documents them: status and error code. */
  refuseWith: (status: number, code: number) => void
  /** The clinic's port for this server, with other settings if wanted. */
  textsBy: (settings?: Partial<TwilioSettings>) => TextMessages
}

/** Answers as https://www.twilio.com/docs/messaging/api/message-resource describes, until the end of the test. */
export async function openTwilioServer(): Promise<TwilioServer> {
  const messages: Sent[] = []
  let refusal: { status: number; code: number } | null = null
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, code: number) =>
      answer(status, { code, message: 'About +14155550132', more_info: '', status })
    const body = new URLSearchParams(await bodyOf(request))
    const key = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')
    const path = `/2010-04-01/Accounts/${account.accountId}`
    if (request.headers.authorization !== `Basic ${key}`) return refuse(401, 20003)
    if (request.url === `${path}/IncomingPhoneNumbers.json?PageSize=1`)
      return answer(200, { incoming_phone_numbers: [] })
    if (request.method !== 'POST' || request.url !== `${path}/Messages.json`) return refuse(404, 20404)
    if (refusal) return refuse(refusal.status, refusal.code)
    if (!/^\+[1-9]\d{6,14}$/.test(body.get('To') ?? '')) return refuse(400, 21211)
    messages.push(Object.fromEntries(body) as Sent)
    return answer(201, { sid: `SM${'2'.repeat(32)}`, status: 'queued', error_code: null })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    messages,
    refuseWith: (status, code) => {
      refusal = { status, code }
    },
    textsBy: (settings = {}) => makeTwilio({ apiUrl, ...account, ...settings }),
  }
}

/** Makes the clinic send its text messages there until the end of the test. */
export function sendTextsTo({ instances }: TestClinic, server: TwilioServer): void {
  instances.textMessages = server.textsBy()
  onTestFinished(() => {
    instances.textMessages = null
  })
}
