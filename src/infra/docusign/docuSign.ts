import { SigningTrouble } from '#domain/consent/signingProblem.ts'
import type { Envelope, RemoteEnvelopes, SigningProvider } from '../signing/provider.ts'
import { understood } from './access.ts'
import { type Api, makeApi, Refused } from './api.ts'
import { isSigned, noticeOf } from './connect.ts'
import {
  anchors,
  createdAnswer,
  envelopeAnswer,
  envelopeDefinition,
  listAnswer,
  RECIPIENT,
  REQUEST_FIELD,
  signerName,
  stateOf,
  viewAnswer,
  voided,
} from './envelope.ts'
import type { DocuSignSettings } from './settings.ts'

/** Searches start this much earlier, because clocks differ. */
const EARLIER_MS = 3_600_000
/** IDs that fit into one URL. */
const IDS_AT_ONCE = 50

/** Signing through DocuSign's eSignature REST API v2.1. */
export function makeDocuSign(
  settings: DocuSignSettings,
  now: () => Date,
): SigningProvider & { remote: RemoteEnvelopes } {
  const api = makeApi(settings, now)
  return {
    name: 'docusign',
    send: async (order) => {
      const pdf = Buffer.from(await order.original(anchors))
      const made = await api.json('POST', '/envelopes', envelopeDefinition(order, pdf, now()))
      return envelope(understood(createdAnswer, made).envelopeId)
    },
    find: (idempotencyKey, since) => find(api, idempotencyKey, since),
    linkSecret: () => null,
    remote: remoteEnvelopes(settings, api, now),
  }
}

/** Used when DocuSign is no longer set up but older envelopes exist. Every call fails. */
export const absentDocuSign: SigningProvider = {
  name: 'docusign',
  send: () => Promise.reject(notSetUp()),
  find: () => Promise.reject(notSetUp()),
  linkSecret: () => null,
  remote: null,
}
const notSetUp = () => new SigningTrouble('DocuSign is not set up on this server anymore')

const envelope = (envelopeId: string): Envelope => ({ envelopeId, linkHash: null })

/** Searches by transaction, which DocuSign keeps for seven days, and then by our custom field. */
async function find(api: Api, idempotencyKey: string, since: Date): Promise<Envelope | null> {
  const list = async (query: Record<string, string>) =>
    understood(listAnswer, await api.json('GET', `/envelopes?${new URLSearchParams(query)}`))
  const { envelopeTransactionStatuses } = await list({ transaction_ids: idempotencyKey })
  const byTransaction = envelopeTransactionStatuses.find(
    ({ transactionId, envelopeId }) => envelopeId && transactionId === idempotencyKey,
  )
  if (byTransaction?.envelopeId) return envelope(byTransaction.envelopeId)
  const { envelopes } = await list({
    from_date: new Date(since.getTime() - EARLIER_MS).toISOString(),
    custom_field: `${REQUEST_FIELD}=${idempotencyKey}`,
  })
  return envelopes[0] ? envelope(envelopes[0].envelopeId) : null
}

function remoteEnvelopes(settings: DocuSignSettings, api: Api, now: () => Date): RemoteEnvelopes {
  const { accountServer, accountId, connectKeys } = settings
  const path = (envelopeId: string) => `/envelopes/${encodeURIComponent(envelopeId)}`
  const server = new URL(accountServer).host
  return {
    account: { server, accountId, webhookKeys: connectKeys.length },
    test: async () => {
      const began = performance.now()
      await api.json('GET', '')
      const { accountName } = await api.access.token()
      const took = Math.max(1, Math.round(performance.now() - began))
      return `DocuSign answered for the account ${accountName} (${server}) in ${took} ms`
    },
    read: (envelopeId) =>
      ifThere(async () =>
        stateOf(
          understood(envelopeAnswer, await api.json('GET', `${path(envelopeId)}?include=recipients,tabs`)),
        ),
      ),
    statuses: (envelopeIds) => statuses(api, envelopeIds),
    collect: async (envelopeId) => ({
      content: await api.pdf(`${path(envelopeId)}/documents/combined?certificate=false`),
      certificate: await api.pdf(`${path(envelopeId)}/documents/certificate`),
    }),
    withdraw: async (envelopeId, reason) => {
      await api.json('PUT', path(envelopeId), voided(reason))
    },
    remind: async (envelopeId) => {
      await api.json('PUT', `${path(envelopeId)}?resend_envelope=true`, {})
    },
    signingUrl: async (envelopeId, { idempotencyKey, signer, returnUrl }) => {
      const view = {
        returnUrl,
        authenticationMethod: 'None',
        clientUserId: idempotencyKey,
        recipientId: RECIPIENT,
        userName: signerName(signer.name),
        email: signer.email,
      }
      const made = await api.json('POST', `${path(envelopeId)}/views/recipient`, view)
      return understood(viewAnswer, made).url
    },
    notice: (body, signatures) => (isSigned(body, signatures, connectKeys) ? noticeOf(body, now()) : null),
  }
}

async function statuses(api: Api, envelopeIds: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let from = 0; from < envelopeIds.length; from += IDS_AT_ONCE) {
    const ids = envelopeIds.slice(from, from + IDS_AT_ONCE).join(',')
    const { envelopes } = understood(
      listAnswer,
      await api.json('GET', `/envelopes?${new URLSearchParams({ envelope_ids: ids })}`),
    )
    for (const { envelopeId, status } of envelopes) found.set(envelopeId, status.toLowerCase())
  }
  return found
}

/** `null` if DocuSign reports that the envelope does not exist. */
async function ifThere<Found>(ask: () => Promise<Found>): Promise<Found | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refused && error.code === 'ENVELOPE_DOES_NOT_EXIST') return null
    throw error
  }
}
