import type { Language } from '../language.ts'

/** The content of a template: Markdown with merge fields, and how many days a signature is valid. */
export type TemplateContent = { title: string; body: string; validDays: number | null }

/** The stored texts of a template: English, and both parts in Spanish or neither. */
export type TemplateTexts = Pick<TemplateContent, 'title' | 'body'> & {
  titleEs: string | null
  bodyEs: string | null
}

/** The text of a template in a language, or in English if it has none. */
export const textOf = (
  { title, body, titleEs, bodyEs }: TemplateTexts,
  language: Language,
): Pick<TemplateContent, 'title' | 'body'> =>
  language === 'es' && titleEs !== null && bodyEs !== null
    ? { title: titleEs, body: bodyEs }
    : { title, body }

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

{{attorney.name}}, and the office staff of each recipient.

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

- I may revoke this authorization at any time by writing to {{clinic.name}}[[, {{clinic.address}}]]. Revoking it does not undo what was disclosed before. {#revocation}
- My treatment, payment, enrollment and eligibility for benefits do not depend on whether I sign. {#no_conditions}
- Information disclosed under this authorization may be disclosed again by the recipient and may then no longer be protected by federal privacy rules. {#redisclosure}
- I receive a copy of this authorization after signing. {#copy}
`,
}

/** The same form in Spanish, which a clinic has reviewed before use. */
export const standardSpanish: Pick<TemplateContent, 'title' | 'body'> = {
  title: 'Autorización para entregar información de salud',
  body: `Yo, {{patient.name}}[[, con fecha de nacimiento {{patient.dateOfBirth}}]], autorizo el uso y la entrega de mi información de salud como se explica aquí.

## Quién puede dar la información {#discloser}

{{clinic.name}}, con su personal médico y las personas que guardan los expedientes.

## Quién puede recibirla {#recipient}

{{attorney.name}}, y el personal de la oficina de cada destinatario.

## Qué se puede dar {#information}

- Expedientes médicos, informes y resultados de pruebas[[ por mi lesión del {{patient.dateOfInjury}}]]
- Notas de tratamiento y resúmenes de citas, pero no las notas de psicoterapia, que necesitan otra autorización
- Cuentas, pagos y cartas del seguro
- Imágenes médicas y sus informes

## Para qué {#purpose}

Porque yo lo pido, para que mi abogado me pueda aconsejar y representar.

## Por cuánto tiempo {#expiration}

Esta autorización termina cuando termine mi asunto legal[[, y a más tardar {{ends}}]].

## Mis derechos

- Puedo retirar esta autorización en cualquier momento si le escribo a {{clinic.name}}[[, {{clinic.address}}]]. Retirarla no cambia lo que ya se entregó antes. {#revocation}
- Mi tratamiento, los pagos, la inscripción y mi derecho a beneficios no dependen de si firmo o no. {#no_conditions}
- Quien reciba la información la puede dar a otros. Entonces las leyes federales de privacidad tal vez ya no la protejan. {#redisclosure}
- Después de firmar, recibo una copia de esta autorización. {#copy}
`,
}
