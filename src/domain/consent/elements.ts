/** A part that an authorization needs to be valid. */
export type Element = {
  label: string
  /** The source of the rule. */
  cite: string
  /** What the part must say, for its author. */
  says: string
  /** Suggested wording, as template text. */
  start: string
}

/**
 * The core elements and required statements of 45 CFR 164.508(c), by their marks. A mark like `{#purpose}`
 * goes at the end of a heading, a paragraph or a list item. People must judge whether the text there
 * satisfies the rule. Caseload adds the signature and date of 164.508(c)(1)(vi) to every form.
 */
export const elements = {
  information: {
    label: 'What is disclosed',
    cite: '45 CFR 164.508(c)(1)(i)',
    says: 'The information to be disclosed, described in a specific and meaningful way.',
    start: '## What may be disclosed {#information}\n\n- Medical records, reports and test results',
  },
  discloser: {
    label: 'Who may disclose',
    cite: '45 CFR 164.508(c)(1)(ii)',
    says: 'The person or class of persons who may disclose it.',
    start:
      '## Who may disclose {#discloser}\n\n{{clinic.name}}, including its clinicians and record keepers.',
  },
  recipient: {
    label: 'Who may receive',
    cite: '45 CFR 164.508(c)(1)(iii)',
    says: 'The person or class of persons to whom it may be disclosed.',
    start: '## Who may receive {#recipient}\n\n{{attorney.name}}, and the office staff of each recipient.',
  },
  purpose: {
    label: 'Purpose',
    cite: '45 CFR 164.508(c)(1)(iv)',
    says: 'Each purpose of the disclosure; “at my request” is enough where the patient asks for it.',
    start: '## Why {#purpose}\n\nAt my request, so that my attorney can advise and represent me.',
  },
  expiration: {
    label: 'Expiration',
    cite: '45 CFR 164.508(c)(1)(v)',
    says: 'The day or the event that ends it.',
    start:
      '## How long {#expiration}\n\nThis authorization ends when my legal matter is closed[[, and at the latest {{ends}}]].',
  },
  revocation: {
    label: 'Right to revoke',
    cite: '45 CFR 164.508(c)(2)(i)',
    says: 'That it may be revoked in writing, how, and what that does not undo.',
    start:
      'I may revoke this authorization at any time by writing to {{clinic.name}}[[, {{clinic.address}}]]. Revoking it does not undo what was disclosed before. {#revocation}',
  },
  no_conditions: {
    label: 'Care does not depend on it',
    cite: '45 CFR 164.508(c)(2)(ii)',
    says: 'That treatment, payment, enrollment and eligibility do not depend on signing.',
    start:
      'My treatment, payment, enrollment and eligibility for benefits do not depend on whether I sign. {#no_conditions}',
  },
  redisclosure: {
    label: 'Disclosed again',
    cite: '45 CFR 164.508(c)(2)(iii)',
    says: 'That the recipient may disclose it again, when federal privacy rules may no longer protect it.',
    start:
      'Information disclosed under this authorization may be disclosed again by the recipient and may then no longer be protected by federal privacy rules. {#redisclosure}',
  },
  copy: {
    label: 'A copy for the patient',
    cite: '45 CFR 164.508(c)(4)',
    says: 'That the patient receives a copy of the signed form.',
    start: 'I receive a copy of this authorization after signing. {#copy}',
  },
} as const satisfies Record<string, Element>

export type ElementName = keyof typeof elements

export const elementNames = Object.keys(elements) as ElementName[]

export const isElement = (name: string): name is ElementName => Object.hasOwn(elements, name)

/** The elements that a template lacks, in the order of the rule. */
export const missingElements = (marked: ReadonlySet<ElementName>): ElementName[] =>
  elementNames.filter((name) => !marked.has(name))

/** Formats elements as text: "Purpose and Expiration". */
export const elementsInWords = (names: readonly ElementName[]): string =>
  new Intl.ListFormat('en-US').format(names.map((name) => elements[name].label))
