import { assignPatientsInput } from '#domain/bulkJobs/inputs.ts'
import { currentRecipients, namesUser } from '#domain/consent/recipients.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { NAMED_MAX } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'
import { authorizationOf } from '../records/recordAccess.ts'
import { assignable } from '../users/assignableUsers.ts'
import { selectedPatients } from './createBulkJob.ts'

/** The patients whose signed form does not name the new attorney: their number, and the first of them. */
export type AssignmentPreview = { unnamedCount: number; unnamedPatients: Patient[] }

/**
 * Tells, before `assignPatients` starts, which of the selected patients have a signed form that does not name the new
 * attorney, who then cannot see their records. Staff see records without being named.
 */
export const previewAssignment = operation(
  assignPatientsInput,
  async (ctx, { selection, assignedAttorney }): Promise<AssignmentPreview> => {
    authorize(ctx, 'patient.reassign')
    const none = { unnamedCount: 0, unnamedPatients: [] }
    if (assignedAttorney === UNASSIGNED) return none
    const { role, id, firm } = await ctx.db.user.findUniqueOrThrow({
      where: { id: await assignable(ctx, assignedAttorney) },
    })
    const rows = await selectedPatients(ctx, selection)
    if (role !== 'attorney') return none
    const signed = await ctx.db.patient.findMany({
      where: {
        AND: [
          { id: { in: rows.map(({ patientId }) => patientId) } },
          { OR: [{ assignedAttorneyId: null }, { assignedAttorneyId: { not: id } }] },
          patientsVisibleTo(ctx),
        ],
      },
      orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
    })
    const unnamed = signed.filter((patient) => {
      const authorization = authorizationOf(patient)
      return authorization && !namesUser(currentRecipients(authorization), { id, firm })
    })
    await auditListed(ctx, 'patient', {
      filters: ['selection', 'assignedAttorney'],
      count: unnamed.length,
      patientIds: unnamed.map(({ id: patientId }) => patientId),
    })
    return { unnamedCount: unnamed.length, unnamedPatients: unnamed.slice(0, NAMED_MAX) }
  },
)
