import type * as z from 'zod/mini'
import { foldedName } from '#domain/imports/samePerson.ts'
import { possibleDuplicatesInput } from '#domain/patients/personInputs.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { newParameters, type Parameters } from '../sqlParameters.ts'
import { phoneKey } from './phoneNumber.ts'
import { isVisibleSql } from './visiblePatient.ts'

/** The maximum number of patients returned. */
export const DUPLICATES_MAX = 5

export type PossibleDuplicate = Pick<
  Patient,
  'id' | 'firstName' | 'lastName' | 'dateOfBirth' | 'phone' | 'status'
>

/**
 * Returns up to five visible patients, dropped ones too, with the same name and date of birth or the same phone number,
 * newest first. The list is audited. Each of the two conditions has an index and stops at five rows.
 */
export const findPossibleDuplicates = operation(
  possibleDuplicatesInput,
  async (ctx, { patientId, ...person }): Promise<PossibleDuplicate[]> => {
    authorize(ctx, 'patient.list')
    const { values, add } = newParameters()
    const others = `(${isVisibleSql(ctx, add)})${exceptSql(patientId, add)}`
    const searches = [...byNameSql(person, add), ...byPhoneSql(person, add)].map(
      (matches) => `(SELECT * FROM patients patient WHERE ${matches} AND ${others} LIMIT ${DUPLICATES_MAX})`,
    )
    const found =
      searches.length === 0
        ? []
        : await ctx.db.$queryRawUnsafe<PossibleDuplicate[]>(
            `SELECT DISTINCT ON (created_at, id) id, first_name AS "firstName", last_name AS "lastName",
               date_of_birth AS "dateOfBirth", phone, status::text AS status
             FROM (${searches.join(' UNION ALL ')}) AS found
             ORDER BY created_at DESC, id DESC LIMIT ${DUPLICATES_MAX}`,
            ...values,
          )
    const patientIds = found.map(({ id }) => id)
    await auditListed(ctx, 'patient', { filters: ['duplicates'], count: found.length, patientIds })
    return found
  },
)

type Person = Omit<z.output<typeof possibleDuplicatesInput>, 'patientId'>

function exceptSql(patientId: string | null | undefined, add: Parameters['add']): string {
  return patientId && isUuid(patientId) ? ` AND patient.id <> ${add(patientId, 'uuid')}` : ''
}

/** The condition of the index `patients_same_name_idx`, and the date of birth. */
function byNameSql({ firstName, lastName, dateOfBirth }: Person, add: Parameters['add']): string[] {
  if (!firstName || !lastName || !dateOfBirth) return []
  const name = add(foldedName({ firstName, lastName }), 'text')
  return [
    `(search_fold((patient.first_name || ' ' || patient.last_name) COLLATE "und-x-icu")) COLLATE "C" = ${name}
     AND patient.date_of_birth = ${add(dateOfBirth, 'date')}`,
  ]
}

/** The expression of the index `patients_phone_idx`. */
export const PHONE_DIGITS = `right(regexp_replace(regexp_replace(patient.phone, '[[:alpha:]#;].*$', ''), '[^0-9]', '', 'g'), 10)`

function byPhoneSql({ phone }: Person, add: Parameters['add']): string[] {
  const digits = phone && phoneKey(phone)
  return digits ? [`${PHONE_DIGITS} = ${add(digits, 'text')}`] : []
}
