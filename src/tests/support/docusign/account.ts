import { randomUUID } from 'node:crypto'

/** A field of the form; text fields have a label, and a value once the signer has typed one. */
type TestTab = {
  anchorString: string
  anchorIgnoreIfNotPresent: string
  tabLabel?: string
  value?: string
}

export type Signer = {
  recipientId: string
  name: string
  email: string
  clientUserId?: string
  status: string
  deliveredDateTime?: string
  signedDateTime?: string
  declinedDateTime?: string
  declinedReason?: string
  tabs: Record<string, TestTab[]>
}

/** An envelope as DocuSign stores it; every flag and number is a string. */
export type TestEnvelope = {
  envelopeId: string
  transactionId: string
  status: string
  emailSubject: string
  emailBlurb: string
  customFields: { textCustomFields: { name: string; value: string }[] }
  notification: { expirations: { expireEnabled: string; expireAfter: string } }
  recipients: { signers: Signer[] }
  sentDateTime: string
  statusChangedDateTime: string
  deliveredDateTime?: string
  completedDateTime?: string
  declinedDateTime?: string
  voidedDateTime?: string
  voidedReason?: string
  document: Buffer
  resent: number
}

/** The fields of an envelope that the API returns. */
export function notify(
  { document: _document, resent: _resent, recipients, ...envelope }: TestEnvelope,
  all: boolean,
  hasTabs = false,
) {
  const signers = recipients.signers.map(({ tabs, ...signer }) => ({ ...signer, ...(hasTabs && { tabs }) }))
  return { ...envelope, ...(all && { recipients: { signers } }) }
}

const ended = ['completed', 'declined', 'voided']
export const hasEnded = ({ status }: TestEnvelope) => ended.includes(status)

/** A DocuSign account: its envelopes, and what signers and senders do with them. */
export function makeAccount(now: () => Date) {
  const envelopes = new Map<string, TestEnvelope>()
  /** Opened signing pages, each usable once. */
  const views = new Map<string, { envelopeId: string; returnUrl: string }>()
  const at = () => now().toISOString()

  function change(
    envelopeId: string,
    status: string,
    values: Partial<TestEnvelope>,
    signer: Partial<Signer>,
  ) {
    const envelope = envelopes.get(envelopeId)
    if (!envelope || hasEnded(envelope)) throw new Error(`${envelopeId} cannot become ${status}`)
    Object.assign(envelope, { status, statusChangedDateTime: at(), ...values })
    for (const one of envelope.recipients.signers) Object.assign(one, signer)
  }

  return {
    envelopes,
    views,
    /** Stores an envelope that was sent. */
    take: (
      values: Pick<
        TestEnvelope,
        | 'transactionId'
        | 'customFields'
        | 'emailSubject'
        | 'emailBlurb'
        | 'notification'
        | 'recipients'
        | 'document'
      >,
    ) => {
      const envelope: TestEnvelope = {
        ...values,
        envelopeId: randomUUID(),
        status: 'sent',
        sentDateTime: at(),
        statusChangedDateTime: at(),
        resent: 0,
      }
      for (const signer of envelope.recipients.signers) signer.status = 'sent'
      envelopes.set(envelope.envelopeId, envelope)
      return envelope
    },
    deliver: (id: string) =>
      change(id, 'delivered', { deliveredDateTime: at() }, { status: 'delivered', deliveredDateTime: at() }),
    complete: (id: string) =>
      change(id, 'completed', { completedDateTime: at() }, { status: 'completed', signedDateTime: at() }),
    /** The signer types into a text field. */
    type: (id: string, label: string, value: string) => {
      for (const { tabs } of envelopes.get(id)?.recipients.signers ?? [])
        for (const tab of tabs.textTabs ?? []) if (tab.tabLabel === label) tab.value = value
    },
    decline: (id: string, declinedReason: string) =>
      change(
        id,
        'declined',
        { declinedDateTime: at() },
        { status: 'declined', declinedDateTime: at(), declinedReason },
      ),
    void: (id: string, voidedReason: string) =>
      change(id, 'voided', { voidedDateTime: at(), voidedReason }, {}),
    /** What DocuSign does when the form is not signed in time. */
    expire: (id: string) =>
      change(id, 'voided', { voidedDateTime: at(), voidedReason: 'Envelope has expired.' }, {}),
  }
}

export type TestAccount = ReturnType<typeof makeAccount>
