import type { ConsentDocument } from './document.ts'

/** What the authorization says about one patient. Days as people write them. */
export type ConsentFacts = {
  patientName: string
  dateOfBirth: string | null
  dateOfInjury: string | null
  clinicName: string
  attorneyName: string | null
}

const TEMPLATE_VERSION = 'release-of-records-1'

/**
 * Authorization for release of records, with the core elements and required statements of
 * 45 CFR 164.508(c): what is disclosed, by whom, to whom, why, until when, the right to revoke, that care does
 * not depend on signing, and that a recipient may disclose again.
 */
export function authorizationFor(facts: ConsentFacts): ConsentDocument {
  const recipient = facts.attorneyName
    ? `${facts.attorneyName}, attorney, and the staff of that attorney's office`
    : 'the attorney who represents me in this matter, as named in my file, and the staff of that attorney’s office'
  const injury = facts.dateOfInjury ? ` related to my injury of ${facts.dateOfInjury}` : ''
  const birth = facts.dateOfBirth ? `, born ${facts.dateOfBirth}` : ''

  return {
    version: TEMPLATE_VERSION,
    title: 'Authorization for Release of Health Information',
    blocks: [
      {
        kind: 'paragraph',
        text: `I, ${facts.patientName}${birth}, authorize the use and disclosure of my health information as described here.`,
      },
      { kind: 'heading', text: 'Who may disclose' },
      { kind: 'paragraph', text: `${facts.clinicName}, including its clinicians and record keepers.` },
      { kind: 'heading', text: 'Who may receive' },
      { kind: 'paragraph', text: `${capital(recipient)}.` },
      { kind: 'heading', text: 'What may be disclosed' },
      {
        kind: 'list',
        items: [
          `Medical records, reports and test results${injury}`,
          'Treatment notes and consultation summaries, except psychotherapy notes, which need a separate authorization',
          'Bills, payment records and insurance correspondence',
          'Images and the reports on them',
        ],
      },
      { kind: 'heading', text: 'Why' },
      { kind: 'paragraph', text: 'At my request, so that the attorney can advise and represent me.' },
      { kind: 'heading', text: 'How long' },
      {
        kind: 'paragraph',
        text: 'This authorization ends one year after the day I sign it, or when my legal matter is closed, whichever comes first.',
      },
      { kind: 'heading', text: 'My rights' },
      {
        kind: 'list',
        items: [
          `I may revoke this authorization at any time by writing to ${facts.clinicName}. Revoking it does not undo what was disclosed before.`,
          'My treatment, payment, enrollment and eligibility for benefits do not depend on whether I sign.',
          'Information disclosed under this authorization may be disclosed again by the recipient and may then no longer be protected by federal privacy rules.',
          'I receive a copy of this authorization after signing.',
        ],
      },
    ],
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
