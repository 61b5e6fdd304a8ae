import { isDeepStrictEqual } from 'node:util'
import { Failure } from '#domain/errors.ts'
import { type AuditEntry, audit } from './audit.ts'
import type { Visit } from './context.ts'

/** Refuses an edit that names no field at all; a field left out is `undefined`. */
export function refuseEmptyEdit(changes: object): void {
  if (Object.values(changes).some((value) => value !== undefined)) return
  throw new Failure('invalid', 'Nothing to change')
}

/** The fields that are another now than in the row. */
export const changedFields = (row: object, changes: object): string[] =>
  Object.entries(changes)
    .filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual((row as Record<string, unknown>)[name], value),
    )
    .map(([name]) => name)

/** The row of an edit. One that changed nothing has only shown what is there, and the trail says just that. */
export const auditEdit = (
  ctx: Visit,
  fields: string[],
  { details, ...entry }: Omit<AuditEntry, 'action'>,
): Promise<void> =>
  fields.length === 0
    ? audit(ctx, { ...entry, action: 'viewed' })
    : audit(ctx, { ...entry, action: 'updated', details: { fields, ...details } })
