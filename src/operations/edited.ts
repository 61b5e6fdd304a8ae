import { isDeepStrictEqual } from 'node:util'
import type { AuditResource } from '#domain/audit/descriptions.ts'
import { Failure } from '#domain/errors.ts'
import { type AuditEntry, audit } from './audit.ts'
import type { RequestContext } from './context.ts'

/** Rejects an edit without any field. A field that is left out is `undefined`. */
export function refuseEmptyEdit(changes: object): void {
  if (Object.values(changes).some((value) => value !== undefined)) return
  throw new Failure('invalid', 'Nothing to change')
}

/** The fields whose values differ from the row. */
export const changedFields = (row: object, changes: object): string[] =>
  Object.entries(changes)
    .filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual((row as Record<string, unknown>)[name], value),
    )
    .map(([name]) => name)

/** The audit row of an edit. An edit without changes only displayed the data, so it is recorded as a view. */
export const auditEdit = (
  ctx: RequestContext,
  fields: string[],
  { details, ...entry }: Omit<AuditEntry, 'action' | 'resourceType'> & { resourceType: AuditResource },
): Promise<void> =>
  fields.length === 0
    ? audit(ctx, { ...entry, action: 'viewed' })
    : audit(ctx, { ...entry, action: 'updated', details: { fields, ...details } })
