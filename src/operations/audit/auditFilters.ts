import type * as z from 'zod/mini'
import type { auditListInput } from '#domain/audit/inputs.ts'
import { endOfDay, startOfDay } from '#domain/dates.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** The parsed filters of the audit log. */
export type AuditFilters = z.output<typeof auditListInput>

/** The names of the filters that are set. Only names are recorded, not values. */
export const filterNames = (filters: object): string[] =>
  Object.entries(filters).flatMap(([name, value]) => (value == null || value === false ? [] : name))

/** The filter for the rows of all patients. Days are in the clinic's time zone. For one patient: `rowsAboutPatient`. */
export const matchingRows = (filters: AuditFilters, timeZone: string): Prisma.AuditLogWhereInput => {
  const { userId, action, resourceType, from, to, fromDay, toDay } = filters
  return {
    ...(userId && { userId }),
    ...(action && { action }),
    ...(resourceType && { resourceType }),
    AND: [
      { createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) } },
      {
        createdAt: {
          ...(fromDay && { gte: startOfDay(fromDay, timeZone) }),
          ...(toDay && { lt: endOfDay(toDay, timeZone) }),
        },
      },
    ],
  }
}

/**
 * Makes PostgreSQL use the most selective index until the transaction ends. Otherwise it scans the newest rows, which
 * is slow if a hundred thousand reads come before the last change: 115 ms instead of 0.05.
 */
export const preferExactIndex = ({ db }: OperationContext): Promise<number> =>
  db.$executeRaw`SET LOCAL cpu_tuple_cost = 10`
