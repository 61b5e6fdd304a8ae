import type { Appointment, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'

export type AppointmentSelection = { include?: Prisma.AppointmentInclude }

/** Appointments by time, of the patients that exist for the actor; `upcoming` leaves out past and cancelled ones. */
export function listAppointments(
  ctx: OperationContext,
  { upcoming }: { upcoming: boolean },
  page: PageArgs,
  selection: AppointmentSelection = {},
): Promise<Page<Appointment>> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'appointment.list')
    const where: Prisma.AppointmentWhereInput = {
      ...ofVisiblePatients(inside.actor),
      ...(upcoming && { status: 'scheduled', scheduledAt: { gte: inside.now() } }),
    }
    const found = await readPage(
      page,
      [
        { field: 'scheduledAt', direction: 'asc', kind: 'instant' },
        { field: 'id', direction: 'asc', kind: 'key' },
      ],
      (query) =>
        inside.db.appointment.findMany({ ...selection, ...query, where: { AND: [where, query.where] } }),
    )
    await auditListed(inside, 'appointment', {
      filters: upcoming ? ['upcoming'] : [],
      count: found.rows.length,
    })
    return found
  })
}
