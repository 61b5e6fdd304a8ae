import { z } from 'zod'
import type { EnvelopeOrder, EnvelopeState } from '../signing/provider.ts'

/** The field of an envelope that names our request, in a place where DocuSign can be asked for it. */
export const REQUEST_FIELD = 'caseloadRequest'
/** What DocuSign looks for in the text of the form, to put its fields there. */
export const anchors = { signature: '\\s1\\', name: '\\n1\\', date: '\\d1\\' } as const

/** The only signer. */
export const RECIPIENT = '1'
const DAY_MS = 86_400_000
/** The longest that DocuSign takes for a subject, a name, and a reason. */
const MAX = { subject: 100, name: 100, reason: 200 }

/** What is sent to have one patient sign. The mail's own words hold nothing of the patient. */
export const envelopeDefinition = (order: EnvelopeOrder, pdf: Buffer, now: Date) => ({
  status: 'sent',
  emailSubject: shortened(`${order.clinicName}: a form for you to sign`, MAX.subject),
  emailBlurb: `${order.clinicName} asks you to read and sign a form.`,
  transactionId: order.idempotencyKey,
  customFields: {
    textCustomFields: [
      { name: REQUEST_FIELD, value: order.idempotencyKey, show: 'false', required: 'false' },
    ],
  },
  allowReassign: 'false',
  documents: [
    { documentId: '1', name: 'Consent form', fileExtension: 'pdf', documentBase64: pdf.toString('base64') },
  ],
  recipients: {
    signers: [
      {
        recipientId: RECIPIENT,
        routingOrder: '1',
        name: signerName(order.signer.name),
        email: order.signer.email,
        ...(order.isEmbedded && { clientUserId: order.idempotencyKey }),
        tabs: tabs(),
      },
    ],
  },
  // Reminders are ours: they stop by themselves, and are told in one place for every provider.
  notification: {
    useAccountDefaults: 'false',
    reminders: { reminderEnabled: 'false' },
    expirations: {
      expireEnabled: 'true',
      expireAfter: String(daysUntil(order.expiresAt, now)),
      expireWarn: '0',
    },
  },
})

const daysUntil = (moment: Date, now: Date) =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / DAY_MS))

function tabs() {
  const at = (anchorString: string) => ({
    anchorString,
    anchorUnits: 'pixels',
    anchorXOffset: '0',
    anchorYOffset: '0',
    anchorIgnoreIfNotPresent: 'false',
    anchorCaseSensitive: 'true',
  })
  return {
    signHereTabs: [at(anchors.signature)],
    fullNameTabs: [at(anchors.name)],
    dateSignedTabs: [at(anchors.date)],
  }
}

export const voided = (reason: string) => ({ status: 'voided', voidedReason: shortened(reason, MAX.reason) })

/** The signer as DocuSign is told, each time in the same words. */
export const signerName = (name: string) => shortened(name, MAX.name)

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`

const moment = z
  .string()
  .optional()
  .transform((text) => {
    const at = new Date(text ?? '')
    return Number.isNaN(at.getTime()) ? null : at
  })
const word = z.string().optional()

export const createdAnswer = z.object({ envelopeId: z.string().min(1) })
export const viewAnswer = z.object({ url: z.url() })
/** What a search of envelopes answers; DocuSign leaves the lists out where they are empty. */
export const listAnswer = z.object({
  envelopes: z.array(z.object({ envelopeId: z.string(), status: z.string() })).default([]),
  envelopeTransactionStatuses: z
    .array(z.object({ envelopeId: word, transactionId: word, status: word }))
    .default([]),
})
export const envelopeAnswer = z.object({
  status: z.string(),
  deliveredDateTime: moment,
  completedDateTime: moment,
  declinedDateTime: moment,
  voidedDateTime: moment,
  voidedReason: word,
  recipients: z
    .object({
      signers: z
        .array(z.object({ recipientId: word, name: word, declinedReason: word, deliveredDateTime: moment }))
        .default([]),
    })
    .optional(),
})

const standings: Record<string, EnvelopeState['standing']> = {
  delivered: 'opened',
  signed: 'opened',
  completed: 'completed',
  declined: 'declined',
  voided: 'voided',
  deleted: 'voided',
  timedout: 'expired',
}

/** An envelope in our words. One that ran out is voided to DocuSign, which says so in the reason alone. */
export function stateOf(envelope: z.output<typeof envelopeAnswer>): EnvelopeState {
  const signer = envelope.recipients?.signers.find(({ recipientId }) => recipientId === RECIPIENT)
  const standing = standings[envelope.status.toLowerCase()] ?? 'sent'
  const ranOut = standing === 'voided' && /\bexpired?\b/i.test(envelope.voidedReason ?? '')
  return {
    standing: ranOut ? 'expired' : standing,
    status: envelope.status.toLowerCase(),
    openedAt: signer?.deliveredDateTime ?? envelope.deliveredDateTime,
    endedAt: envelope.completedDateTime ?? envelope.declinedDateTime ?? envelope.voidedDateTime,
    reason: (standing === 'declined' ? signer?.declinedReason : envelope.voidedReason) || null,
    signerName: signer?.name ?? null,
  }
}
