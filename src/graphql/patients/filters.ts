import { type DateFilterName, MINE, UNASSIGNED } from '#domain/patients/filters.ts'
import type { builder } from '../builder.ts'
import { PatientStatus } from './Patient.ts'

type Fields<Kind extends 'Arg' | 'InputObject'> = PothosSchemaTypes.InputFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Kind
>

const inZone = "in the clinic's time zone"

const days: Record<DateFilterName, string> = {
  createdFrom: `Only patients added on this day or later, ${inZone}.`,
  createdTo: `Only patients added on this day or earlier, ${inZone}.`,
  consentSignedFrom: `Only patients who gave consent on this day or later, ${inZone}.`,
  consentSignedTo: `Only patients who gave consent on this day or earlier, ${inZone}.`,
  statusChangedFrom: `Only patients whose status last changed on this day or later, ${inZone}.`,
  statusChangedTo: `Only patients whose status last changed on this day or earlier, ${inZone}.`,
}

/** The filters of the patient list as arguments, and as fields of an input. Several filters must all match. */
export const patientFilterArgs = <Kind extends 'Arg' | 'InputObject'>(t: Fields<Kind>) => {
  const day = (name: DateFilterName) => t.field({ type: 'Date', description: days[name] })
  return {
    status: t.field({
      type: PatientStatus,
      description: 'Only patients at this status; `null` for all except dropped ones.',
    }),
    search: t.field({
      type: 'String',
      description:
        'Words that must each occur in the name, the e-mail address, the digits of the phone number or an identifier, ' +
        'ignoring case and accents. Dates such as 6/4/1991 or 1991-06-04 must be the date of birth.',
    }),
    assignedAttorney: t.field({
      type: 'String',
      description: `Only patients assigned to the user with this ID, to the caller (\`${MINE}\`), or to no one (\`${UNASSIGNED}\`).`,
    }),
    createdFrom: day('createdFrom'),
    createdTo: day('createdTo'),
    consentSignedFrom: day('consentSignedFrom'),
    consentSignedTo: day('consentSignedTo'),
    statusChangedFrom: day('statusChangedFrom'),
    statusChangedTo: day('statusChangedTo'),
    minDaysInStatus: t.field({
      type: 'Int',
      description: 'Only patients who have been at their status for at least this many calendar days.',
    }),
    needsReview: t.field({
      type: 'Boolean',
      description: 'If `true`, only patients whose signed form waits for a review by staff.',
    }),
  }
}
