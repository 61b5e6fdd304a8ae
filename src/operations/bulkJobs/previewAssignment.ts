import { assignPatientsInput } from '#domain/bulkJobs/inputs.ts'
import {
  currentRecipients,
  isForAnotherAttorney,
  namesUser,
  type Recipient,
} from '#domain/consent/recipients.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { NAMED_MAX } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { newestRequest, patientsVisibleTo } from '../patients/visiblePatient.ts'
import { authorizationOf } from '../records/recordAccess.ts'
import { assignable } from '../users/assignableUsers.ts'
import { selectedPatients } from './createBulkJob.ts'

/**
 * The patients whose signed form does not name the new attorney, and those whose form waits for a signature and names another
 * attorney: their number, and the first of them.
 */
export type AssignmentPreview = {
  unnamedCount: number
  unnamedPatients: Patient[]
  openCount: number
  openPatients: Patient[]
}

/**
 * Tells, before `assignPatients` starts, which of the selected patients have a form that does not name the new attorney, who
 * then cannot see their records. Staff see records without being named.
 */
export const previewAssignment = operation(
  assignPatientsInput,
  async (ctx, { selection, assignedAttorney }): Promise<AssignmentPreview> => {
    authorize(ctx, 'patient.reassign')
    const none = { unnamedCount: 0, unnamedPatients: [], openCount: 0, openPatients: [] }
    if (assignedAttorney === UNASSIGNED) return none
    const { role, id, firm } = await ctx.db.user.findUniqueOrThrow({
      where: { id: await assignable(ctx, assignedAttorney) },
    })
    const rows = await selectedPatients(ctx, selection)
    if (role !== 'attorney') return none
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
    }
  },
)
