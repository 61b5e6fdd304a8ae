import { clinicDay, type Day, dateOf } from '#domain/dates.ts'
import type { FieldMessages } from '#domain/errors.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'

type Person = {
  phone?: string | null | undefined
  address?: string | null | undefined
  dateOfBirth?: string | null | undefined
  dateOfInjury?: string | null | undefined
  injuryDescription?: string | null | undefined
  notes?: string | null | undefined
}

const given = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, Value>>

const givenDay = <Key extends string>(key: Key, day: string | null | undefined) =>
  given(key, day ? dateOf(day) : day)

/** Messages for a date of birth or injury in the future. */
export const futureDays = (
  { dateOfBirth, dateOfInjury }: Pick<Person, 'dateOfBirth' | 'dateOfInjury'>,
  today: Day,
): FieldMessages => ({
  ...(dateOfBirth && dateOfBirth > today && { dateOfBirth: 'Date of birth cannot be in the future' }),
  ...(dateOfInjury && dateOfInjury > today && { dateOfInjury: 'Date of injury cannot be in the future' }),
})

/** Throws `invalid` for a date of birth or injury after today in the clinic's time zone. */
export function refuseFutureDays(
  ctx: OperationContext,
  days: Pick<Person, 'dateOfBirth' | 'dateOfInjury'>,
): void {
  const fields = futureDays(days, clinicDay(ctx.now(), ctx.timeZone))
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** The optional columns that were given. Omitted ones stay unchanged. */
export const personColumns = (person: Person) => ({
  ...given('phone', person.phone),
  ...given('address', person.address),
  ...givenDay('dateOfBirth', person.dateOfBirth),
  ...givenDay('dateOfInjury', person.dateOfInjury),
  ...given('injuryDescription', person.injuryDescription),
  ...given('notes', person.notes),
})

type Names = Partial<Record<'firstName' | 'lastName' | 'email', string | undefined>>

/** The same for the required columns. */
export const nameColumns = ({ firstName, lastName, email }: Names) => ({
  ...given('firstName', firstName),
  ...given('lastName', lastName),
  ...given('email', email),
})

/** The text that DECISIONS sets for a duplicate address. */
export const ADDRESS_TAKEN = 'A patient with this email address already exists'
