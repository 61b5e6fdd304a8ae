import { createHmac } from 'node:crypto'
import type { TestAccount } from './account.ts'
import { notify } from './account.ts'

/** A message as Connect posts it: the body, and a signature for each active key. */
export type ConnectMessage = { body: Buffer; headers: Record<string, string> }

/** Signs bytes like Connect: base64 of HMAC-SHA256 over the body, one header per key. */
export const signed = (body: Buffer, keys: readonly string[]): ConnectMessage => ({
  body,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'docusign-connect',
    'X-Authorization-Digest': 'HMACSHA256',
    ...Object.fromEntries(
      keys.map((key, index) => [
        `X-DocuSign-Signature-${index + 1}`,
        createHmac('sha256', key).update(body).digest('base64'),
      ]),
    ),
  },
})

/** A JSON SIM message about the current state of an envelope. */
export function simMessage(
  account: TestAccount,
  { accountId, keys, now }: { accountId: string; keys: readonly string[]; now: () => Date },
  envelopeId: string,
  event: string,
  retryCount = 0,
): ConnectMessage {
  const envelope = account.envelopes.get(envelopeId)
  const message = {
    event,
    apiVersion: 'v2.1',
    uri: `/restapi/v2.1/accounts/${accountId}/envelopes/${envelopeId}`,
    retryCount,
    configurationId: 10_418_598,
    generatedDateTime: now().toISOString(),
    data: {
      accountId,
      userId: '7e1d2b5c-3a4f-4c7e-9d1b-2f6a8c0e4b7d',
      envelopeId,
      ...(envelope && { envelopeSummary: notify(envelope, true) }),
    },
  }
  return signed(Buffer.from(JSON.stringify(message)), keys)
}
