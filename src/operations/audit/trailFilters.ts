import type * as z from 'zod/mini'
import type { auditListInput } from '#domain/audit/inputs.ts'
import { endOfDay, startOfDay } from '#domain/dates.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** What narrows the trail, as it was parsed. */
export type TrailFilters = z.output<typeof auditListInput>

/** The names of the filters that are set, which is all that is recorded of them. */
export const filterNames = (filters: object): string[] =>
  Object.entries(filters).flatMap(([name, value]) => (value == null || value === false ? [] : name))

/** The rows of all patients that the filters leave; days are those of the clinic. Of one: `rowsAboutPatient`. */
export const matchingRows = (filters: TrailFilters, timeZone: string): Prisma.AuditLogWhereInput => {
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
 * Has PostgreSQL take the index that holds the fewest other rows, until the transaction ends. It would rather walk the
 * newest rows past what does not match, which is quick until a hundred thousand reads in a row stand before the last
 * change: 115 ms instead of 0.05.
 */
export const preferExactIndex = ({ db }: OperationContext): Promise<number> =>
  db.$executeRaw`SET LOCAL cpu_tuple_cost = 10`
