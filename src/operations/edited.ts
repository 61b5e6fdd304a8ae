import { isDeepStrictEqual } from 'node:util'
import { v7 as newKey } from 'uuid'
import { isPlain, type RecordedChange, valueText } from '#domain/audit/changes.ts'
import type { AuditResource } from '#domain/audit/descriptions.ts'
import { Failure } from '#domain/errors.ts'
import { type AuditEntry, audit } from './audit.ts'
import type { RequestContext } from './context.ts'
import { fieldHash } from './evidence/leaf.ts'

/** Rejects an edit without any field. A field that is left out is `undefined`. */
export function refuseEmptyEdit(changes: object): void {
  if (Object.values(changes).some((value) => value !== undefined)) return
  throw new Failure('invalid', 'Nothing to change')
}

/** The values of a field before and after an edit. */
export type Change = { from: unknown; to: unknown }
/** The fields that an edit changes; `null` for a field whose values the audit log does not need. */
export type Changes = Record<string, Change | null>

/** The fields whose values differ from the row. */
export const changesOf = (row: object, wanted: object): Changes =>
  Object.fromEntries(
    Object.entries(wanted)
      .map(([name, to]) => [name, { from: (row as Record<string, unknown>)[name], to }] as const)
      .filter(([, { from, to }]) => to !== undefined && !isDeepStrictEqual(from, to)),
  )

/** The salted hashes (hex) of the values of a field, as an audit row has them. */
export function hashedChange(salt: Uint8Array, field: string, { from, to }: Change): RecordedChange {
  const ofField = Buffer.concat([salt, Buffer.from(field)])
  const hashOf = (value: unknown) => fieldHash(ofField, valueText(value)).toString('hex')
  return { fromHash: hashOf(from), toHash: hashOf(to) }
}

/** The resources whose earlier values are kept in the chart, for administrators. */
export const keptResources = ['patient', 'patient_record'] as const satisfies AuditResource[]

type Edited = Omit<AuditEntry, 'action' | 'resourceType'> & { resourceType: AuditResource }

/**
 * The audit row of an edit: the changed fields, with their values or salted hashes of them. An edit without changes only
 * displayed the data, so it is recorded as a view. The values of a patient and of a record are also kept, for administrators.
 */
export async function auditEdit(
  ctx: RequestContext,
  changes: Changes,
  { details, ...entry }: Edited,
): Promise<void> {
  const fields = Object.keys(changes)
  if (fields.length === 0) return audit(ctx, { ...entry, action: 'viewed' })
  const id = newKey()
  // Derived, so that the clinic can prove a value of any row later, also one that is kept nowhere else.
  const salt = ctx.evidenceKeyOf().salt(id, 'changes')
  const known = Object.entries(changes).flatMap(([field, change]) =>
    change ? [[field, change] as const] : [],
  )
  const recorded = known.map(([field, change]): [string, RecordedChange] => {
    const { from = null, to } = change
    return [field, isPlain(entry.resourceType, field) ? { from, to } : hashedChange(salt, field, change)]
  })
  await audit(ctx, {
    ...entry,
    id,
    action: 'updated',
    details: { fields, ...details, ...(recorded.length > 0 && { changes: Object.fromEntries(recorded) }) },
  })
  const hidden = known.filter(([field]) => !isPlain(entry.resourceType, field))
  if (!isKept(entry.resourceType) || !entry.patientId || hidden.length === 0) return
  const values = hidden.map(([field, { from, to }]) => [field, { from: valueText(from), to: valueText(to) }])
  await ctx.db.patientEdit.create({
    data: {
      ...{ id, patientId: entry.patientId, createdAt: ctx.now() },
      ...{ salt: new Uint8Array(salt), values: Object.fromEntries(values) },
    },
  })
}

const isKept = (resourceType: AuditResource): boolean =>
  (keptResources as readonly AuditResource[]).includes(resourceType)
