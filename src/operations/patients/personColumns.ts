import { clinicDay, type Day, dateOf } from '#domain/dates.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { type PatientFieldName, patientFieldNames, patientFields } from '#domain/patients/patientFields.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'

type PersonalFields = { [Name in PatientFieldName]?: string | null | undefined }

const isDate = (name: PatientFieldName) => patientFields[name].kind === 'date'

/** Messages for dates in the future. */
export const futureDays = (person: PersonalFields, today: Day): FieldMessages =>
  Object.fromEntries(
    patientFieldNames.flatMap((name) => {
      const { label } = patientFields[name]
      const isFuture = isDate(name) && (person[name] ?? '') > today
      return isFuture ? [[name, `${label[0]}${label.slice(1).toLowerCase()} cannot be in the future`]] : []
    }),
  )

/** Throws `invalid` for dates after today in the clinic's time zone. */
export function refuseFutureDays(ctx: OperationContext, person: PersonalFields): void {
  const fields = futureDays(person, clinicDay(ctx.now(), ctx.timeZone))
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

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
