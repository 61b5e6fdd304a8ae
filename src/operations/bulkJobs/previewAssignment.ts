import { assignPatientsInput } from '#domain/bulkJobs/inputs.ts'
import {
  currentRecipients,
  isForAnotherAttorney,
  namesUser,
  type Recipient,
} from '#domain/consent/recipients.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { NAMED_MAX } from '#domain/patients/inputs.ts'
import type { Patient, User } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { newestRequest, patientsVisibleTo } from '../patients/visiblePatient.ts'
import { authorizationOf } from '../records/recordAccess.ts'
import { assignable } from '../users/assignableUsers.ts'
import { comingAppointments, openTasks } from '../users/transferWork.ts'
import { selectedPatients } from './createBulkJob.ts'

/**
 * The patients whose signed form does not name the new attorney, and those whose form waits for a signature and names another
 * attorney: their number, and the first of them. And the open tasks and coming appointments that the present assignees have for the
 * selected patients, with these assignees by name.
 */
export type AssignmentPreview = {
  unnamedCount: number
  unnamedPatients: Patient[]
  openCount: number
  openPatients: Patient[]
  openTaskCount: number
  appointmentCount: number
  formerAssignees: User[]
}

const nothing: AssignmentPreview = {
  ...{ unnamedCount: 0, unnamedPatients: [], openCount: 0, openPatients: [] },
  ...{ openTaskCount: 0, appointmentCount: 0, formerAssignees: [] },
}

/**
 * Tells, before `assignPatients` starts, which of the selected patients have a form that does not name the new attorney, who
 * then cannot see their records, and which work could follow the patients. Staff see records without being named.
 */
export const previewAssignment = operation(
  assignPatientsInput,
  async (ctx, { selection, assignedAttorney }): Promise<AssignmentPreview> => {
    authorize(ctx, 'patient.reassign')
    if (assignedAttorney === UNASSIGNED) return nothing
    const { role, id, firm } = await ctx.db.user.findUniqueOrThrow({
      where: { id: await assignable(ctx, assignedAttorney) },
    })
    const rows = await selectedPatients(ctx, selection)
    const concerned = await ctx.db.patient.findMany({
      where: {
        AND: [
          { id: { in: rows.map(({ patientId }) => patientId) } },
          { OR: [{ assignedAttorneyId: null }, { assignedAttorneyId: { not: id } }] },
          patientsVisibleTo(ctx),
        ],
      },
      include: { consentRequests: { ...newestRequest, select: { state: true, recipients: true } } },
      orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
    })
    const work = await workOf(ctx, concerned)
    if (role !== 'attorney') return { ...nothing, ...work }
    const unnamed = concerned.filter((patient) => {
      const authorization = authorizationOf(patient)
      return authorization && !namesUser(currentRecipients(authorization), { id, firm })
    })
    const open = concerned.filter(
      ({ consentRequests: [request] }) =>
        request?.state === 'sent' && isForAnotherAttorney(request.recipients as Recipient[], id),
    )
    const named = [...new Set([...unnamed, ...open])]
    await auditListed(ctx, 'patient', {
      filters: ['selection', 'assignedAttorney'],
      count: named.length,
      patientIds: named.map(({ id: patientId }) => patientId),
    })
    return {
      ...{ unnamedCount: unnamed.length, unnamedPatients: unnamed.slice(0, NAMED_MAX) },
      ...{ openCount: open.length, openPatients: open.slice(0, NAMED_MAX) },
      ...work,
    }
  },
)

/** What `transfersWork` would transfer. */
async function workOf(
  { db, now }: OperationContext,
  patients: readonly Patient[],
): Promise<Pick<AssignmentPreview, 'openTaskCount' | 'appointmentCount' | 'formerAssignees'>> {
  const ofThem = { patientId: { in: patients.map(({ id }) => id) } }
  const assigneeOf = new Map(patients.map(({ id, assignedAttorneyId }) => [id, assignedAttorneyId]))
  const tasks = await db.task.groupBy({
    by: ['patientId', 'assignedToId'],
    where: { ...ofThem, ...openTasks },
    _count: true,
  })
  const visits = await db.appointment.groupBy({
    by: ['patientId', 'providerId'],
    where: { ...ofThem, ...comingAppointments(now()) },
    _count: true,
  })
  const theirTasks = tasks.filter((one) => assigneeOf.get(one.patientId ?? '') === one.assignedToId)
  const theirVisits = visits.filter((one) => assigneeOf.get(one.patientId) === one.providerId)
  const ids = [...theirTasks.map((one) => one.assignedToId), ...theirVisits.map((one) => one.providerId)]
  return {
    openTaskCount: sum(theirTasks),
    appointmentCount: sum(theirVisits),
    formerAssignees: await db.user.findMany({
      where: { id: { in: [...new Set(ids)] } },
      orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
    }),
  }
}

const sum = (groups: readonly { _count: number }[]): number =>
  groups.reduce((total, { _count }) => total + _count, 0)
