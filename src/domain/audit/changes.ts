import type { AuditResource } from './descriptions.ts'

/** What an audit row has of a changed field: its values, or their salted hashes (hex). */
export type RecordedChange = { from: unknown; to: unknown } | { fromHash: string; toHash: string }

const plainFields = new Set(['status', 'role', 'assignedAttorney', 'assignedToId', 'providerId'])

/** Whether the audit log may have the values of a field themselves, because they are neither patient data nor secret. */
export const isPlain = (resourceType: AuditResource, field: string): boolean =>
  resourceType === 'clinic_settings' || resourceType === 'clinic_setup' || plainFields.has(field)

/** A value as the text that is hashed and kept; `null` for none. A date is in ISO format. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
