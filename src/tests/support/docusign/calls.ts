import { randomUUID } from 'node:crypto'
import { pdfText } from '../pdfText.ts'
import { hasEnded, notify, type Signer, type TestAccount, type TestEnvelope } from './account.ts'

/** A response of the REST API: JSON or a PDF. */
export type RestAnswer = { status: number; json?: unknown; pdf?: Buffer }

export const refused = (status: number, errorCode: string, message: string): RestAnswer => ({
  status,
  json: { errorCode, message },
})

type Call = {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  /** The URL of the called server. */
  origin: string
}

/** Handles a call below `/restapi/v2.1/accounts/{accountId}` as DocuSign documents it. */
export async function answerCall(account: TestAccount, call: Call): Promise<RestAnswer> {
  const { method, path } = call
  if (path === '' && method === 'GET') return { status: 200, json: { accountName: 'Harbor Street Clinic' } }
  if (path === '/envelopes' && method === 'POST') return create(account, call.body)
  if (path === '/envelopes' && method === 'GET') return list(account, call.query)
  const [, id = '', rest = ''] = /^\/envelopes\/([^/]+)(\/.*)?$/.exec(path) ?? []
  const envelope = account.envelopes.get(id)
  if (!envelope)
    return refused(
      404,
      'ENVELOPE_DOES_NOT_EXIST',
      'The envelope specified does not exist or you have no rights.',
    )
  return answerEnvelope(account, envelope, rest, call)
}

function answerEnvelope(account: TestAccount, envelope: TestEnvelope, rest: string, call: Call): RestAnswer {
  const { method, query, body, origin } = call
  const included = query.get('include')?.split(',') ?? []
  if (rest === '' && method === 'GET')
    return {
      status: 200,
      json: notify(envelope, included.includes('recipients'), included.includes('tabs')),
    }
  if (rest === '' && method === 'PUT') return update(account, envelope, query, body)
  if (rest === '/documents/combined' && method === 'GET')
    return { status: 200, pdf: Buffer.concat([envelope.document, Buffer.from('\n% combined')]) }
  if (rest === '/documents/certificate' && method === 'GET')
    return { status: 200, pdf: Buffer.from(`%PDF-1.5\n% certificate of ${envelope.envelopeId}`) }
  if (rest === '/views/recipient' && method === 'POST') return view(account, envelope, body, origin)
  return refused(404, 'RESOURCE_NOT_FOUND', 'The URL provided does not resolve to a resource.')
}

async function create(account: TestAccount, body: Record<string, unknown>): Promise<RestAnswer> {
  const { documents = [], recipients } = body as {
    documents?: { documentBase64: string; fileExtension: string }[]
    recipients?: { signers?: Signer[] }
  }
  const signers = recipients?.signers ?? []
  if (body.status !== 'sent' || !body.emailSubject || documents.length === 0 || signers.length === 0)
    return refused(400, 'ENVELOPE_IS_INCOMPLETE', 'The Envelope is not Complete.')
  const document = Buffer.from(documents[0]?.documentBase64 ?? '', 'base64')
  if (!document.subarray(0, 5).equals(Buffer.from('%PDF-')))
    return refused(400, 'UNABLE_TO_CONVERT_DOCUMENT', 'System was unable to convert this document to a PDF.')
  const bad = signers.find(({ email }) => !/^[^@\s]+@[^@\s]+$/.test(email))
  if (bad)
    return refused(
      400,
      'INVALID_EMAIL_ADDRESS_FOR_RECIPIENT',
      'The email address for the recipient is invalid.',
    )
  const text = await pdfText(document)
  const lost = signers
    .flatMap(({ tabs }) => Object.values(tabs).flat())
    .find(({ anchorString, anchorIgnoreIfNotPresent }) =>
      anchorIgnoreIfNotPresent === 'true' ? false : !text.includes(anchorString),
    )
  if (lost)
    return refused(400, 'ANCHOR_TAB_STRING_NOT_FOUND', `Anchor Tab String Not Found. ${lost.anchorString}`)
  const envelope = account.take({ ...(body as TestEnvelope), document })
  return {
    status: 201,
    json: {
      envelopeId: envelope.envelopeId,
      uri: `/envelopes/${envelope.envelopeId}`,
      statusDateTime: envelope.sentDateTime,
      status: 'sent',
    },
  }
}

function list({ envelopes }: TestAccount, query: URLSearchParams): RestAnswer {
  const [transactions, ids, from] = ['transaction_ids', 'envelope_ids', 'from_date'].map((name) =>
    query.get(name),
  )
  const all = [...envelopes.values()]
  if (transactions) {
    const wanted = transactions.split(',')
    const envelopeTransactionStatuses = all
      .filter(({ transactionId }) => wanted.includes(transactionId))
      .map(({ transactionId, envelopeId, status }) => ({ transactionId, envelopeId, status }))
    return { status: 200, json: { resultSetSize: '0', totalSetSize: '0', envelopeTransactionStatuses } }
  }
  if (!ids && Number.isNaN(Date.parse(from ?? '')))
    return refused(
      400,
      'INVALID_REQUEST_PARAMETER',
      "The request contained at least one invalid parameter. Query parameter 'from_date' must be set to a valid DateTime, or 'envelope_ids' or 'transaction_ids' must be specified.",
    )
  const [name, value] = query.get('custom_field')?.split('=') ?? []
  const found = all
    .filter(({ envelopeId }) => !ids || ids.split(',').includes(envelopeId))
    .filter(({ statusChangedDateTime }) => !from || statusChangedDateTime >= new Date(from).toISOString())
    .filter(
      ({ customFields }) =>
        !name || customFields.textCustomFields.some((one) => one.name === name && one.value === value),
    )
  const size = String(found.length)
  return {
    status: 200,
    json: {
      resultSetSize: size,
      totalSetSize: size,
      startPosition: '0',
      ...(found.length > 0 && { envelopes: found.map((envelope) => notify(envelope, false)) }),
    },
  }
}

function update(
  account: TestAccount,
  envelope: TestEnvelope,
  query: URLSearchParams,
  body: Record<string, unknown>,
): RestAnswer {
  const summary = { status: 200, json: { envelopeId: envelope.envelopeId } }
  if (query.get('resend_envelope') === 'true') {
    if (hasEnded(envelope))
      return refused(400, 'ENVELOPE_NOT_IN_CORRECT_STATE', 'The envelope is not in process.')
    envelope.resent += 1
    return summary
  }
  if (body.status !== 'voided')
    return refused(400, 'INVALID_REQUEST_BODY', 'The request body is improperly formatted.')
  if (!body.voidedReason)
    return refused(
      400,
      'INVALID_REQUEST_PARAMETER',
      "The request contained at least one invalid parameter. Value for 'voidedReason' must be specified when voiding an envelope.",
    )
  if (hasEnded(envelope))
    return refused(
      400,
      'ENVELOPE_CANNOT_VOID_INVALID_STATE',
      'Envelope is not in a state that allows voiding.',
    )
  account.void(envelope.envelopeId, String(body.voidedReason))
  return summary
}

function view(
  account: TestAccount,
  envelope: TestEnvelope,
  body: Record<string, unknown>,
  origin: string,
): RestAnswer {
  const signer = envelope.recipients.signers.find(
    ({ name, email, clientUserId }) =>
      clientUserId !== undefined &&
      clientUserId === body.clientUserId &&
      name === body.userName &&
      email === body.email,
  )
  if (!body.returnUrl || !body.authenticationMethod)
    return refused(400, 'INVALID_REQUEST_BODY', 'The request body is missing a value.')
  if (!signer || hasEnded(envelope))
    return refused(
      400,
      'UNKNOWN_ENVELOPE_RECIPIENT',
      'The recipient you have identified is not a valid recipient.',
    )
  const token = randomUUID()
  account.views.set(token, { envelopeId: envelope.envelopeId, returnUrl: String(body.returnUrl) })
  return { status: 201, json: { url: `${origin}/Signing/MTRedeem/v1/${token}` } }
}
