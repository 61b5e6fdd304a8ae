import { z } from 'zod'
import { languageOf } from '#domain/consent/document.ts'
import type { Language } from '#domain/language.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { mailTexts } from '#domain/patientTexts/mailTexts.ts'
import { isStorable, LINE_MAX, TEXT_MAX } from '#domain/text.ts'
import type { EnvelopeOrder, EnvelopeState } from '../signing/provider.ts'

/** The custom field that holds our request's key. DocuSign can search by it. */
export const REQUEST_FIELD = 'caseloadRequest'
/** The anchor words at which DocuSign places its fields. */
export const anchors = {
  signature: '\\s1\\',
  name: '\\n1\\',
  date: '\\d1\\',
  representative: '\\r1\\',
} as const
/** The label of the field in which somebody who signs for the patient says so. It is empty if the patient signs. */
export const REPRESENTATIVE_FIELD = 'caseloadRepresentative'

/** The only signer. */
export const RECIPIENT = '1'
const DAY_MS = 86_400_000
/** The maximum lengths that DocuSign accepts. */
const MAX = { subject: 100, name: 100, reason: 200 }

/** The definition of an envelope for one patient, in the language of the form. The e-mail text has no patient data. */
export function envelopeDefinition(order: EnvelopeOrder, pdf: Buffer, now: Date) {
  const language = languageOf(order.document)
  const { invitation, consentForm } = mailTexts[language]
  const names = { clinic: order.clinicName }
  const emailSubject = shortened(invitation.subject(names), MAX.subject)
  const emailBody = invitation.opening(names)
  return {
    status: 'sent',
    emailSubject,
    emailBlurb: emailBody,
    transactionId: order.idempotencyKey,
    customFields: {
      textCustomFields: [
        { name: REQUEST_FIELD, value: order.idempotencyKey, show: 'false', required: 'false' },
      ],
    },
    allowReassign: 'false',
    documents: [
      {
        documentId: '1',
        name: consentForm,
        fileExtension: 'pdf',
        documentBase64: pdf.toString('base64'),
      },
    ],
    recipients: {
      signers: [
        {
          recipientId: RECIPIENT,
          routingOrder: '1',
          name: signerName(order.signer.name),
          email: order.signer.email,
          ...(order.isEmbedded && { clientUserId: order.idempotencyKey }),
          // Also decides the language of DocuSign's own pages.
          emailNotification: { emailSubject, emailBody, supportedLanguage: language },
          tabs: tabs(language),
        },
      ],
    },
    // We send reminders ourselves, under one set of rules for every provider.
    notification: {
      useAccountDefaults: 'false',
      reminders: { reminderEnabled: 'false' },
      expirations: {
        expireEnabled: 'true',
        expireAfter: String(daysUntil(order.expiresAt, now)),
        expireWarn: '0',
      },
    },
  }
}

const daysUntil = (moment: Date, now: Date) =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / DAY_MS))

function tabs(language: Language) {
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
    textTabs: [
      {
        ...at(anchors.representative),
        tabLabel: REPRESENTATIVE_FIELD,
        name: formTexts[language].signature.forPatient,
        required: 'false',
        width: '300',
        maxLength: '200',
      },
    ],
  }
}

export const voided = (reason: string) => ({ status: 'voided', voidedReason: shortened(reason, MAX.reason) })

/** The signer's name as sent to DocuSign, the same in every call. */
export const signerName = (name: string) => shortened(name, MAX.name)

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`

/** A moment that the database can store; `null` for any other text. */
export const moment = z
  .string()
  .optional()
  .transform((text) => {
    const at = new Date(text ?? '')
    const year = at.getUTCFullYear()
    return year > 0 && year < 10_000 ? at : null
  })
/** What people typed at DocuSign, as far as the database can store it. */
const text = z
  .string()
  .optional()
  .transform((typed) => typed && shortened(typed.replaceAll('\u0000', ''), TEXT_MAX).toWellFormed())
const status = z.string().min(1).max(LINE_MAX).refine(isStorable)

export const createdAnswer = z.object({ envelopeId: z.guid() })
export const viewAnswer = z.object({ url: z.url({ protocol: /^https?$/ }) })
/** The response to an envelope search. DocuSign omits empty lists. */
export const listAnswer = z.object({
  envelopes: z.array(z.object({ envelopeId: z.guid(), status })).default([]),
  envelopeTransactionStatuses: z
    .array(z.object({ envelopeId: z.guid().optional(), transactionId: z.string().optional() }))
    .default([]),
})
export const envelopeAnswer = z.object({
  status,
  deliveredDateTime: moment,
  completedDateTime: moment,
  declinedDateTime: moment,
  voidedDateTime: moment,
  voidedReason: text,
  recipients: z
    .object({
      signers: z
        .array(
          z.object({
            ...{ recipientId: text, name: text, declinedReason: text, deliveredDateTime: moment },
            // Fields that the signer left empty have no value.
            tabs: z
              .object({ textTabs: z.array(z.object({ tabLabel: text, value: text })).default([]) })
              .optional(),
          }),
        )
        .default([]),
    })
    .optional(),
})

const phases: Record<string, EnvelopeState['phase']> = {
  delivered: 'opened',
  signed: 'opened',
  completed: 'completed',
  declined: 'declined',
  voided: 'voided',
  deleted: 'voided',
  timedout: 'expired',
}

/**
 * Maps an envelope to our state. DocuSign reports an expired envelope as voided and says so only in the
 * reason.
 */
export function stateOf(envelope: z.output<typeof envelopeAnswer>): EnvelopeState {
  const signer = envelope.recipients?.signers.find(({ recipientId }) => recipientId === RECIPIENT)
  const phase = phases[envelope.status.toLowerCase()] ?? 'sent'
  const ranOut = phase === 'voided' && /\bexpired?\b/i.test(envelope.voidedReason ?? '')
  return {
    phase: ranOut ? 'expired' : phase,
    status: envelope.status.toLowerCase(),
    openedAt: signer?.deliveredDateTime ?? envelope.deliveredDateTime,
    endedAt: envelope.completedDateTime ?? envelope.declinedDateTime ?? envelope.voidedDateTime,
    reason: (phase === 'declined' ? signer?.declinedReason : envelope.voidedReason) || null,
    signerName: signer?.name?.trim() || null,
    representative:
      signer?.tabs?.textTabs.find(({ tabLabel }) => tabLabel === REPRESENTATIVE_FIELD)?.value?.trim() || null,
  }
}
