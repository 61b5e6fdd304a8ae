import { dateOf } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { foldedName } from '#domain/imports/samePerson.ts'
import type { PatientReference } from '#domain/records/manifest.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { findByIdentifier } from '../identifiers.ts'

/** Finds the patient of a manifest row. Throws `not_found` for none and `conflict` for several. */
export async function findReferencedPatient(
  ctx: OperationContext,
  meant: PatientReference | string,
): Promise<Patient> {
  if (typeof meant === 'string') throw new Failure('invalid', meant)
  const found = await ctx.db.patient.findMany({
    where: await condition(ctx, meant),
    take: 2,
  })
  const [one, other] = found
  if (!one) throw new Failure('not_found', 'Patient not found')
  if (other)
    throw new Failure(
      'conflict',
      'Several patients have this name and date of birth. Use the patient ID instead.',
    )
  return one
}

async function condition(ctx: OperationContext, meant: PatientReference): Promise<Prisma.PatientWhereInput> {
  if ('id' in meant) return meant
  if ('identifier' in meant) {
    const id = await findByIdentifier(ctx, 'patient', meant.identifier)
    return { id: { in: id ? [id] : [] } }
  }
  return { id: { in: await sameName(ctx, meant) }, dateOfBirth: dateOf(meant.dateOfBirth) }
}

async function sameName(
  { db }: OperationContext,
  name: { firstName: string; lastName: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM patients
     WHERE (search_fold((first_name || ' ' || last_name) COLLATE "und-x-icu")) COLLATE "C" = ${foldedName(name)}`
  return rows.map(({ id }) => id)
}
