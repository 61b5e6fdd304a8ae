import type { AddressChange } from '#client/address.ts'
import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'
import { type AuditAction, auditActions } from '#domain/audit/descriptions.ts'
import type { AuditLogsQueryVariables } from '#generated/graphql.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const key = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const word = /^[A-Za-z_]{1,60}$/

const shapes = { userId: key, patientId: key, resourceType: word, fromDay: day, toDay: day } as const

/** Reads the filters from the URL. Invalid values are ignored so that old links still open. */
export function auditFilters(query: URLSearchParams) {
  const action = auditActions.find((one) => one === query.get('action'))
  const plain = Object.entries(shapes).flatMap(([name, shape]) => {
    const value = query.get(name)
    return value && shape.test(value) ? [[name, value] as const] : []
  })
  const filters: Partial<Record<keyof typeof shapes, string>> = Object.fromEntries(plain)
  const readsOnly = filters.patientId !== undefined && query.get('readsOnly') === 'true'
  return { ...filters, ...(action && { action: action as AuditAction }), ...(readsOnly && { readsOnly }) }
}

/** The query variables for a URL. Page and island both use it. */
export const auditVariables = (query: URLSearchParams): AuditLogsQueryVariables => ({
  first: 25,
  ...(query.get('after') && { after: query.get('after') }),
  ...auditFilters(query),
})

/** Removes all filters. */
export const noFilters: AddressChange = {
  after: null,
  action: null,
  readsOnly: null,
  ...Object.fromEntries(Object.keys(shapes).map((name) => [name, null])),
}

/** The URL of the filtered audit log as a file. */
export function exportPath(query: URLSearchParams, format: 'csv' | 'json'): string {
  const filters = new URLSearchParams(
    Object.entries(auditFilters(query)).map(([name, value]) => [name, String(value)]),
  )
  return `/api/audit-logs/export.${format}${filters.size > 0 ? `?${filters}` : ''}`
}

/** A link to the audit log that starts at its first page. */
export const auditLink = linksInto(paths.auditLogs, () => window.scrollTo({ top: 0 }))
