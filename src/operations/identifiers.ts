import * as z from 'zod/mini'
import { Failure, notFound } from '#domain/errors.ts'
import { type Identifier, identifierInput, identifiersInput } from '#domain/identifiers.ts'
import type { IdentifierKind, Identifier as IdentifierRow } from '#infra/prisma/client.ts'
import type { OperationContext, RequestContext } from './context.ts'
import type { Change } from './edited.ts'
import { invalid, type Operation, parse } from './operation.ts'

/** The column with the ID of the object that has an identifier, and what a caller reads if another object has it. */
const kinds = {
  patient: { idColumn: 'patientId', name: 'Patient', taken: 'Another patient has this identifier' },
  appointment: {
    idColumn: 'appointmentId',
    name: 'Appointment',
    taken: 'Another appointment has this identifier',
  },
  task: { idColumn: 'taskId', name: 'Task', taken: 'Another task has this identifier' },
  record: {
    idColumn: 'recordId',
    name: 'Record',
    taken: 'Another record has this identifier, perhaps a deleted one',
  },
  user: { idColumn: 'userId', name: 'User', taken: 'Another user has this identifier' },
} as const satisfies Record<IdentifierKind, { idColumn: keyof IdentifierRow; name: string; taken: string }>

/** The input of a change with `identifiers`. Only programs give them, so screens do not load their rules. */
export const withIdentifiers = <Shape extends z.core.$ZodLooseShape>(
  input: z.ZodMiniObject<Shape, z.core.$strict>,
) => z.extend(input, { identifiers: identifiersInput })

/** All identifiers that an object is to have. `null` removes them, and `undefined` keeps those that it has. */
export type NewIdentifiers = readonly Identifier[] | null | undefined

/**
 * Replaces the identifiers of an object by `wanted`; `undefined` changes nothing. Returns the change as `system|value` texts, or
 * `null` if there is none. Throws `conflict` if another object of its kind has one of them.
 */
export async function saveIdentifiers(
  { db, now, uniqueConflict }: Pick<RequestContext, 'db' | 'now' | 'uniqueConflict'>,
  kind: IdentifierKind,
  id: string,
  wanted: NewIdentifiers,
): Promise<Change | null> {
  if (wanted === undefined) return null
  const { idColumn } = kinds[kind]
  const before = await db.identifier.findMany({ where: { kind, [idColumn]: id } })
  const kept = new Set((wanted ?? []).map(keyOf))
  const known = new Set(before.map(keyOf))
  const removed = before.filter((one) => !kept.has(keyOf(one)))
  const after = [...new Map((wanted ?? []).map((one) => [keyOf(one), one])).values()]
  const added = after.filter((one) => !known.has(keyOf(one)))
  if (removed.length > 0)
    await db.identifier.deleteMany({ where: { id: { in: removed.map((one) => one.id) } } })
  if (added.length > 0)
    try {
      await db.identifier.createMany({
        data: added.map((one) => ({ ...one, kind, [idColumn]: id, createdAt: now() })),
      })
    } catch (error) {
      if (!uniqueConflict(error)?.includes('system')) throw error
      throw takenFailure(kind)
    }
  return removed.length + added.length > 0 ? { from: listed(before), to: listed(after) } : null
}

/** As other systems write them; `null` for none. */
const listed = (identifiers: readonly Identifier[]): string | null =>
  identifiers
    .map(({ system, value }) => `${system}|${value}`)
    .sort()
    .join(', ') || null

const keyOf = ({ system, value }: Identifier) => JSON.stringify([system, value])

function takenFailure(kind: IdentifierKind): Failure {
  const { taken } = kinds[kind]
  return new Failure('conflict', taken, { reason: 'identifier_taken', fields: { identifiers: taken } })
}

/**
 * For a dry run; otherwise `saveIdentifiers` finds out. Adds the identifier to the planned ones. Throws `conflict` if it is
 * there already, or if an object of the kind has it.
 */
export async function planIdentifier(
  ctx: OperationContext,
  kind: IdentifierKind,
  identifier: Identifier,
  planned: Set<string>,
): Promise<void> {
  const key = keyOf(identifier)
  if (planned.has(key) || (await findByIdentifier(ctx, kind, identifier))) throw takenFailure(kind)
  planned.add(key)
}

/** The ID of the object with this identifier, whether or not the caller can see it; `null` if there is none. */
export async function findByIdentifier(
  { db }: OperationContext,
  kind: IdentifierKind,
  identifier: Identifier,
): Promise<string | null> {
  const found = await db.identifier.findUnique({ where: { kind_system_value: { kind, ...identifier } } })
  return found ? found[kinds[kind].idColumn] : null
}

/** Opens the object with this identifier by `view`. Throws `not_found` if there is none. */
export async function viewByIdentifier<Viewed>(
  ctx: OperationContext,
  kind: IdentifierKind,
  raw: unknown,
  view: (id: string) => Promise<Viewed>,
): Promise<Viewed> {
  const id = await findByIdentifier(ctx, kind, parse(identifierInput, raw))
  if (!id) throw notFound(kinds[kind].name)
  try {
    return await view(id)
  } catch (error) {
    // The same message, whichever part of the object the caller cannot see.
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error
    throw new Failure(
      'not_found',
      notFound(kinds[kind].name).message,
      error.subject && { subject: error.subject },
    )
  }
}

/** An object that was edited, or added (`isNew`). */
export type Upserted<Value> = { value: Value; isNew: boolean }

/** `add` and `edit` get the input without the identifier. Each must run in its own transaction. */
type Ways<Given, Value> = {
  add: (ctx: OperationContext, given: Given & { identifiers: Identifier[] }) => Promise<Value>
  edit: (ctx: OperationContext, id: string, given: Given) => Promise<Value>
}

/**
 * The operation that edits the object with an identifier, or adds one with it. Of concurrent calls with the same identifier, one
 * adds the object and the others edit it.
 */
export function upsert<
  Input extends z.core.$ZodType<{ identifier: Identifier }, { identifier: Identifier }>,
  Value,
>(
  kind: IdentifierKind,
  input: Input,
  { add, edit }: Ways<Omit<z.input<Input>, 'identifier'>, Value>,
): Operation<OperationContext, Upserted<Value>, Input> {
  const run = async (ctx: OperationContext, raw: z.input<Input>): Promise<Upserted<Value>> => {
    const { identifier } = parse(input, raw)
    const { identifier: _, ...given } = raw
    const known = await findByIdentifier(ctx, kind, identifier)
    if (known) return { value: await edit(ctx, known, given), isNew: false }
    try {
      return { value: await add(ctx, { ...given, identifiers: [identifier] }), isNew: true }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error
      const added = await findByIdentifier(ctx, kind, identifier)
      if (!added) throw error
      return { value: await edit(ctx, added, given), isNew: false }
    }
  }
  return Object.assign(run, { input })
}

/** Throws `invalid` if an edit names another patient than that of the object. */
export function refuseOtherPatient(
  object: { patientId: string | null } | null,
  patientId: string | null | undefined,
): void {
  if (object && patientId !== undefined && (patientId?.toLowerCase() ?? null) !== object.patientId)
    throw invalid({ patientId: 'The patient cannot change' })
}
