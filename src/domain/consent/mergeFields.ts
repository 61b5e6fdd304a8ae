import { amountOf } from '../amount.ts'

/** A fact that a template may name as `{{patient.name}}`, and that is written in when the form is sent. */
type MergeField = {
  label: string
  /** What the preview without a patient shows. */
  sample: string
  /** What is written when nobody has recorded the fact: a wording that is true of everybody. */
  missing: string
}

/** Every field there is. Neither a form nor its preview ever shows a gap, `null` or the field's own name. */
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
    label: 'Attorney name',
    sample: 'Rae Okafor',
    missing: 'the attorney who represents me, as named in my file',
  },
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

/** What is known for one form, as people write it; `null` for what is not. */
export type ConsentFacts = Record<MergeFieldName, string | null>

/** The facts of nobody in particular, for a preview without a patient. */
export const sampleFacts = (validDays: number | null): ConsentFacts => ({
  ...(Object.fromEntries(mergeFieldNames.map((name) => [name, mergeFields[name].sample])) as Record<
    MergeFieldName,
    string
  >),
  ends: endOf(validDays),
})

/** When an authorization ends that holds for so many days, as the signer would say it; `null` without days. */
export function endOf(validDays: number | null): string | null {
  if (validDays === null) return null
  if (validDays === 365) return 'one year after the day I sign it'
  return `${amountOf(validDays, 'day')} after the day I sign it`
}
