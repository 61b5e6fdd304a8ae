import { amountOf } from '../amount.ts'

/** A fact that a template inserts as `{{patient.name}}` when the form is sent. */
type MergeField = {
  label: string
  /** The value in a preview without a patient. */
  sample: string
  /** The wording if the fact is unknown; it must be true of everyone. */
  missing: string
}

/** The purpose if the sender states none, which 45 CFR 164.508(c)(1)(iv) allows at the patient's request. */
export const DEFAULT_PURPOSE = 'at my request, so that my attorney can advise and represent me'

/** All merge fields. Neither a form nor its preview ever shows a gap, `null` or the field's name. */
export const mergeFields = {
  'patient.name': { label: 'Patient name', sample: 'Maren Lindqvist', missing: 'the patient' },
  'patient.dateOfBirth': {
    label: 'Date of birth',
    sample: 'Feb 29, 1980',
    missing: 'the date of birth in my file',
  },
  'patient.dateOfInjury': {
    label: 'Date of injury',
    sample: 'Oct 3, 2026',
    missing: 'the date of injury in my file',
  },
  'patient.injury': {
    label: 'Injury',
    sample: 'whiplash after a rear-end collision',
    missing: 'the injury described in my file',
  },
  'patient.address': {
    label: 'Patient address',
    sample: '12 Harbor Street, Portland, ME 04101',
    missing: 'the address in my file',
  },
  'clinic.name': { label: 'Clinic name', sample: 'Harbor Clinic', missing: 'the clinic' },
  'attorney.name': {
    label: 'Recipients',
    sample: 'Rae Okafor, Okafor Law',
    missing: 'the recipients whom the clinic names in the form',
  },
  'records.scope': {
    label: 'Records',
    sample:
      'all records of the kinds named above, but no records about substance use treatment or HIV or AIDS, and no psychotherapy notes',
    missing: 'the records that the clinic names in the form',
  },
  purpose: { label: 'Purpose', sample: DEFAULT_PURPOSE, missing: DEFAULT_PURPOSE },
  today: { label: 'Day of sending', sample: 'Nov 21, 2026', missing: 'the day on which this form was sent' },
  ends: {
    label: 'End of the authorization',
    sample: 'one year after the day I sign it',
    missing: 'when my legal matter is closed',
  },
} as const satisfies Record<string, MergeField>

export type MergeFieldName = keyof typeof mergeFields

export const mergeFieldNames = Object.keys(mergeFields) as MergeFieldName[]

export const isMergeField = (name: string): name is MergeFieldName => Object.hasOwn(mergeFields, name)

/** The formatted facts of one form; `null` if unknown. */
export type ConsentFacts = Record<MergeFieldName, string | null>

/** Invented facts for a preview without a patient. */
export const sampleFacts = (validDays: number | null): ConsentFacts => ({
  ...(Object.fromEntries(mergeFieldNames.map((name) => [name, mergeFields[name].sample])) as Record<
    MergeFieldName,
    string
  >),
  ends: endOf(validDays),
})

/** Describes when an authorization with this validity ends, in the signer's words; `null` without a limit. */
export function endOf(validDays: number | null): string | null {
  if (validDays === null) return null
  if (validDays === 365) return 'one year after the day I sign it'
  return `${amountOf(validDays, 'day')} after the day I sign it`
}
