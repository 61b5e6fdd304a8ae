import { clinicDay, type Day, dateOf, dayOf } from '#domain/dates.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { type PatientFieldName, patientFieldNames, patientFields } from '#domain/patients/patientFields.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'

type PersonalFields = { [Name in PatientFieldName]?: string | null | undefined }

const isDate = (name: PatientFieldName) => patientFields[name].kind === 'date'

/** Messages for dates in the future, and for a death before the birth. */
export function wrongDays(person: PersonalFields, today: Day): FieldMessages {
  const { dateOfBirth, dateOfDeath } = person
  const future = patientFieldNames.flatMap((name) => {
    const { label } = patientFields[name]
    const isFuture = isDate(name) && (person[name] ?? '') > today
    return isFuture ? [[name, `${label[0]}${label.slice(1).toLowerCase()} cannot be in the future`]] : []
  })
  return {
    ...(dateOfBirth &&
      dateOfDeath &&
      dateOfDeath < dateOfBirth && { dateOfDeath: 'Date of death cannot be before the date of birth' }),
    ...Object.fromEntries(future),
  }
}

/** Throws `invalid` for wrong dates of a patient, by today in the clinic's time zone. */
export function refuseWrongDays(ctx: OperationContext, person: PersonalFields): void {
  const fields = wrongDays(person, clinicDay(ctx.now(), ctx.timeZone))
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** The same for an edit, which may give only one of two dates. */
export const refuseWrongDaysOfEdit = (ctx: OperationContext, stored: Patient, given: PersonalFields): void =>
  refuseWrongDays(ctx, {
    dateOfBirth: stored.dateOfBirth && dayOf(stored.dateOfBirth),
    dateOfDeath: stored.dateOfDeath && dayOf(stored.dateOfDeath),
    ...given,
  })

/** The values of the given fields as Prisma stores them. Omitted ones stay unchanged. */
export const personColumns = <Person extends PersonalFields>(person: Person) =>
  Object.fromEntries(
    patientFieldNames.flatMap((name) => {
      const value = person[name]
      if (value === undefined) return []
      return [[name, isDate(name) && value !== null ? dateOf(value) : value]]
    }),
  ) as { [Name in keyof Person & PatientFieldName]: Patient[Name] }

/** The text that DECISIONS sets for a duplicate address. */
export const ADDRESS_TAKEN = 'A patient with this email address already exists'
