import { standardRoleSessionLimits } from '#domain/clinic/settings.ts'
import { standardSecondFactors } from '#domain/factors/secondFactor.ts'
import { openDatabase } from '#infra/database.ts'
import type { Patient, User } from '#infra/prisma/client.ts'
import type { OperationContext, RequestContext } from '#operations/context.ts'
import { listPatients, type PatientPage } from '#operations/patients/listPatients.ts'
import { shownUser } from '#operations/patients/visiblePatient.ts'
import { recognizeSession } from '#operations/sessions/recognizeVisitor.ts'
import { serveBare } from './bareServer.ts'

// The reference server R*: the same two prepared statements as the product, for the session and for the patient list
// with its audit row, on bare node:http. It shows what GraphQL, the cookie and the protections cost.

const { statements } = openDatabase(process.env.DATABASE_URL ?? '')
/** What the two operations need of a request's context. The rest is missing. */
const shared = {
  statements,
  isRepeatable: () => false,
  sessionLimits: { idleMinutes: 15, absoluteHours: 12 },
  roleSessionLimits: standardRoleSessionLimits,
  secondFactors: standardSecondFactors,
  now: () => new Date(),
} satisfies Partial<RequestContext>

serveBare((sid, req) => {
  const request = {
    id: crypto.randomUUID(),
    ipAddress: req.socket.remoteAddress ?? '',
    userAgent: req.headers['user-agent'] ?? '',
    listed: new Map(),
  }
  return answer({ ...shared, request } as unknown as RequestContext, sid)
})

const PAGE = 20

const columns = [
  ...['id', 'firstName', 'lastName', 'email', 'phone', 'dateOfBirth', 'status', 'statusSince', 'createdAt'],
  ...['consultationDate', 'consultationTime', 'consultationLocation'],
]
const selection = {
  columns: new Set(columns),
  include: { assignedAttorney: { select: shownUser }, createdBy: { select: shownUser } },
}

async function answer(context: RequestContext, sid: string): Promise<object | null> {
  const session = await recognizeSession(context, sid, { keepsAlive: false })
  if (!session) return null
  const inside: OperationContext = { ...context, actor: session.viewer }
  return { data: { patients: connectionOf(await listPatients(inside, {}, { first: PAGE }, selection)) } }
}

type Row = Patient & { assignedAttorney: User | null; createdBy: User }

function connectionOf({ rows, totalCount, statusCounts, hasNextPage }: PatientPage) {
  const edges = rows.map(({ node, cursor }) => ({ cursor, node: patientOf(node as Row) }))
  return {
    totalCount,
    statusCounts,
    pageInfo: { hasNextPage, endCursor: edges.at(-1)?.cursor ?? null },
    edges,
  }
}

const nameOf = ({ id, firstName, lastName }: User) => ({ id, firstName, lastName })
const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null

const patientOf = ({ assignedAttorney, createdBy, dateOfBirth, consultationDate, ...patient }: Row) => ({
  ...patient,
  dateOfBirth: dayOf(dateOfBirth),
  consultationDate: dayOf(consultationDate),
  assignedAttorney: assignedAttorney && nameOf(assignedAttorney),
  createdBy: nameOf(createdBy),
})
