import { listPatientRequestsInput } from '#domain/patientRequests/inputs.ts'
import type { PatientRequest, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'

const firstDueFirst: readonly SortColumn[] = [
  { field: 'dueOn', direction: 'asc', kind: 'instant' },
  { field: 'id', direction: 'asc', kind: 'key' },
]

const lastAnsweredFirst: readonly SortColumn[] = [
  { field: 'answeredOn', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

/** Returns the open requests of the patients whom the actor can see, the first due first, or the answered ones, newest first. */
export function listPatientRequests(
  ctx: OperationContext,
  wanted: { isAnswered?: boolean | null | undefined },
  page: PageArgs,
  selection: { include?: Prisma.PatientRequestInclude } = {},
): Promise<Page<PatientRequest>> {
  const { isAnswered } = parse(listPatientRequestsInput, wanted)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'disclosure.list')
    const asked = { answeredOn: isAnswered ? { not: null } : null, ...ofVisiblePatients(inside) }
    const found = await readPage(
      page,
      isAnswered ? lastAnsweredFirst : firstDueFirst,
      ({ where, ...query }) =>
        inside.db.patientRequest.findMany({ ...selection, ...query, where: { AND: [asked, where] } }),
    )
    await auditListed(inside, 'patient_request', {
      filters: isAnswered ? ['isAnswered'] : [],
      count: found.rows.length,
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: { isAnswered }, args: page, found },
    })
    return found
  })
}
