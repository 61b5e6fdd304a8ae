import type * as z from 'zod/mini'
import { appointmentListInput } from '#domain/appointments/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { Appointment, Prisma } from '#infra/prisma/client.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'

export type AppointmentSelection = { include?: Prisma.AppointmentInclude }
export type AppointmentListInput = z.input<typeof appointmentListInput>

/** The total number of appointments, and whether the count is complete. */
export type AppointmentTotal = { count: number; isExact: boolean }
export type AppointmentPage = Page<Appointment> & {
  /** Counts on demand, because most callers do not need the total. */
  total: () => Promise<AppointmentTotal>
}

/** The count stops here, because counting years of appointments is slow for everyone. */
export const APPOINTMENT_COUNT_MAX = 10_000

/**
 * Returns the page of appointments of visible patients by time or last change; `upcoming` excludes past and cancelled ones.
 */
export function listAppointments(
  ctx: OperationContext,
  raw: AppointmentListInput,
  page: PageArgs,
  selection: AppointmentSelection = {},
): Promise<AppointmentPage> {
  const filters = parse(appointmentListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'appointment.list')
    const where = [ofVisiblePatients(inside), ...conditions(filters, inside.now())]
    let total: Promise<AppointmentTotal> | undefined
    const found = await readPage(
      page,
      [
        {
          field: filters.sort === 'updated' ? 'updatedAt' : 'scheduledAt',
          direction: 'asc',
          kind: 'instant',
        },
        { field: 'id', direction: 'asc', kind: 'key' },
      ],
      (query) =>
        inside.db.appointment.findMany({ ...selection, ...query, where: { AND: [...where, query.where] } }),
    )
    await auditListed(inside, 'appointment', {
      filters: filterNames({ ...filters, sort: null }),
      count: found.rows.length,
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: filters, args: page, found },
      firstPatients: (take) => firstPatients(inside, { AND: where }, take),
      ...(filters.patientId && isUuid(filters.patientId) && { patientId: filters.patientId }),
    })
    return {
      ...found,
      total: () => {
        total ??= countAppointments(ctx, { AND: where })
        return total
      },
    }
  })
}

async function firstPatients(
  { db }: OperationContext,
  where: Prisma.AppointmentWhereInput,
  take: number,
): Promise<string[]> {
  const some = await db.appointment.findMany({ where, select: { patientId: true }, take })
  return some.map(({ patientId }) => patientId)
}

async function countAppointments(
  { db }: OperationContext,
  where: Prisma.AppointmentWhereInput,
): Promise<AppointmentTotal> {
  const count = await db.appointment.count({ where, take: APPOINTMENT_COUNT_MAX + 1 })
  return { count: Math.min(count, APPOINTMENT_COUNT_MAX), isExact: count <= APPOINTMENT_COUNT_MAX }
}

function conditions(
  { upcoming, from, to, providerId, patientId, status, updatedSince }: z.output<typeof appointmentListInput>,
  now: Date,
): Prisma.AppointmentWhereInput[] {
  return [
    upcoming ? { status: 'scheduled', scheduledAt: { gte: now } } : {},
    from ? { scheduledAt: { gte: from } } : {},
    to ? { scheduledAt: { lt: to } } : {},
    providerId ? { providerId: keyed(providerId) } : {},
    patientId ? { patientId: keyed(patientId) } : {},
    status ? { status } : {},
    updatedSince ? { updatedAt: { gte: updatedSince } } : {},
  ]
}

/** A malformed ID matches nothing. */
const keyed = (id: string) => (isUuid(id) ? id : { in: [] })
