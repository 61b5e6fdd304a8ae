/** A fact that a template inserts as `{{patient.name}}` when the form is sent. */
type MergeField = {
  label: string
  /** The value in a preview without a patient. */
  sample: string
}

/** The purpose if the sender states none, which 45 CFR 164.508(c)(1)(iv) allows at the patient's request. */
export const DEFAULT_PURPOSE = 'at my request, so that my attorney can advise and represent me'

/**
 * All merge fields. Neither a form nor its preview ever shows a gap, `null` or the field's name: `formTexts` has the wording
 * for an unknown fact.
 */
export const mergeFields = {
  'patient.name': { label: 'Patient name', sample: 'Maren Lindqvist' },
  'patient.dateOfBirth': {
    label: 'Date of birth',
    sample: 'Feb 29, 1980',
  },
  'patient.dateOfInjury': {
    label: 'Date of injury',
    sample: 'Oct 3, 2026',
  },
  'patient.injury': {
    label: 'Injury',
    sample: 'whiplash after a rear-end collision',
  },
  'patient.address': {
    label: 'Patient address',
    sample: '12 Harbor Street, Portland, ME 04101',
  },
  'clinic.name': { label: 'Clinic name', sample: 'Harbor Clinic' },
  'clinic.address': { label: 'Clinic address', sample: '20 Pier Road, Portland, ME 04101' },
  'attorney.name': {
    label: 'Recipients',
    sample: 'Rae Okafor, Okafor Law',
  },
  'records.scope': {
    label: 'Records',
    sample:
      'all records of the kinds named above, but no records about substance use treatment or HIV or AIDS, and no psychotherapy notes',
  },
  purpose: { label: 'Purpose', sample: DEFAULT_PURPOSE },
  today: { label: 'Day of sending', sample: 'Nov 21, 2026' },
  ends: {
    label: 'End of the authorization',
    sample: 'one year after the day I sign it',
  },
} as const satisfies Record<string, MergeField>

export type MergeFieldName = keyof typeof mergeFields

export const mergeFieldNames = Object.keys(mergeFields) as MergeFieldName[]

export const isMergeField = (name: string): name is MergeFieldName => Object.hasOwn(mergeFields, name)

/** The formatted facts of one form; `null` if unknown. */
export type ConsentFacts = Record<MergeFieldName, string | null>
