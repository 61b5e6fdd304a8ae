/** The content of a template: Markdown with merge fields, and how many days a signature is valid. */
export type TemplateContent = { title: string; body: string; validDays: number | null }

/** The name of the built-in template. */
export const STANDARD_TEMPLATE_NAME = 'Release of Records'

/**
 * A complete authorization to release records, with every core element and required statement of 45 CFR
 * 164.508(c) marked.
 */
export const standardTemplate: TemplateContent = {
  title: 'Authorization for Release of Health Information',
  validDays: 365,
  body: `I, {{patient.name}}[[, born {{patient.dateOfBirth}}]], authorize the use and disclosure of my health information as described here.

## Who may disclose {#discloser}

{{clinic.name}}, including its clinicians and record keepers.

## Who may receive {#recipient}

{{attorney.name}}, and the staff of the same office.

## What may be disclosed {#information}

- Medical records, reports and test results[[ related to my injury of {{patient.dateOfInjury}}]]
- Treatment notes and consultation summaries, except psychotherapy notes, which need a separate authorization
- Bills, payment records and insurance correspondence
- Images and the reports on them

## Why {#purpose}

At my request, so that my attorney can advise and represent me.

## How long {#expiration}

This authorization ends when my legal matter is closed[[, and at the latest {{ends}}]].

## My rights

- I may revoke this authorization at any time by writing to {{clinic.name}}. Revoking it does not undo what was disclosed before. {#revocation}
- My treatment, payment, enrollment and eligibility for benefits do not depend on whether I sign. {#no_conditions}
- Information disclosed under this authorization may be disclosed again by the recipient and may then no longer be protected by federal privacy rules. {#redisclosure}
- I receive a copy of this authorization after signing. {#copy}
`,
}
