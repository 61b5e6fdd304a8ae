import type { IncomingMessage } from 'node:http'
import { PASSWORD, REFERENCE_SESSION } from './data.ts'
import type { Server } from './servers.ts'

/** One request that can be sent many times. */
export type BenchRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** How a correct response begins. GraphQL sends errors with status 200. */
  begins: string
}

/** Whether the response is the expected one. */
export const isGood = ({ begins }: BenchRequest, answer: IncomingMessage, body: string): boolean =>
  answer.statusCode === 200 && body.startsWith(begins)

// The columns of the patient list, with the names of attorney and creator. R sends the same fields.
const patientList = `
  query BenchPatients($first: Int, $after: String, $status: PatientStatus, $search: String) {
    patients(first: $first, after: $after, status: $status, search: $search) {
      totalCount
      statusCounts { status count }
      pageInfo { hasNextPage endCursor }
      edges {
        cursor
        node {
          id firstName lastName email phone dateOfBirth status statusSince createdAt
          consultationDate consultationTime consultationLocation
          assignedAttorney { id firstName lastName }
          createdBy { id firstName lastName }
        }
      }
    }
  }`

const dashboardStats = `
  query BenchStats { dashboardStats { totalPatients pendingConsent consentSigned schedulable } }`

// The fields of an entry on the audit screen.
const auditTrail = `
  query BenchTrail(
    $first: Int, $userId: ID, $patientId: ID, $action: AuditAction, $resourceType: String, $from: DateTime, $to: DateTime
  ) {
    auditLogs(
      first: $first, userId: $userId, patientId: $patientId, action: $action, resourceType: $resourceType,
      from: $from, to: $to
    ) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id action resourceType resourceId userId userName patientId patientName details createdAt } }
    }
  }`

export type TrailVariables = Partial<
  Record<'userId' | 'patientId' | 'action' | 'resourceType' | 'from' | 'to', string>
>
const addTask = `
  mutation BenchAddTask($input: AddTaskInput!) { addTask(input: $input) { id } }`

export type ListVariables = { first?: number; after?: string; status?: string; search?: string }

/** A signed-in user and the requests that the benchmark sends for them. */
export type Visitor = {
  list: (variables?: ListVariables) => BenchRequest
  /** The same page of patients by REST. */
  restList: () => BenchRequest
  stats: () => BenchRequest
  /** All patients as CSV, or those added since a day. */
  csv: (filters?: { fromDay: string }) => BenchRequest
  trail: (variables: TrailVariables) => BenchRequest
  addTask: (input: { title: string; assignedTo: string }) => BenchRequest
  /** The URL and headers that open a subscription. */
  follow: (query: string) => Pick<BenchRequest, 'url' | 'headers'>
  page: (path: string) => BenchRequest
}

/** The URL and options of the sign-in request. */
export const signInRequest = ({ url }: Server, email: string) => ({
  url: `${url}/api/auth/login`,
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password: PASSWORD }),
  begins: '{"message":"Login successful"',
})

/** Signs in through the sign-in API, as users do. */
export async function signIn(server: Server, email: string): Promise<Visitor> {
  const { url } = server
  const { url: signInUrl, method, headers, body } = signInRequest(server, email)
  const answer = await fetch(signInUrl, { method, headers, body })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (!cookie) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  const ask = (query: string, variables: object): BenchRequest => ({
    url: `${url}/graphql`,
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, variables }),
    begins: '{"data":{"',
  })
  return {
    list: (variables = {}) => ask(patientList, { first: 20, ...variables }),
    restList: () => ({
      url: `${url}/api/patients?limit=20`,
      method: 'GET',
      headers: { cookie, accept: 'application/json' },
      begins: '[{"id"',
    }),
    stats: () => ask(dashboardStats, {}),
    csv: (filters) => ({
      url: `${url}/api/reports/patients.csv?${new URLSearchParams(filters)}`,
      method: 'GET',
      headers: { cookie },
      begins: '',
    }),
    trail: (variables) => ask(auditTrail, { first: 25, ...variables }),
    addTask: (input) => ask(addTask, { input }),
    follow: (query) => ({
      url: `${url}/graphql?query=${encodeURIComponent(query)}`,
      headers: { cookie, accept: 'text/event-stream' },
    }),
    page: (path) => ({ ...page({ url }, path), headers: { cookie } }),
  }
}

/** A page, requested without a session. */
export const page = ({ url }: Pick<Server, 'url'>, path: string): BenchRequest => ({
  url: url + path,
  method: 'GET',
  headers: {},
  begins: '<!DOCTYPE html>',
})

const peerList = `{
  benchPage(first: 20) {
    pageInfo { hasNextPage endCursor }
    edges {
      cursor
      node {
        rowId firstName lastName email phone dateOfBirth status statusSince createdAt
        consultationDate consultationTime consultationLocation
        userByAssignedAttorney { rowId firstName lastName }
        userByCreatedBy { rowId firstName lastName }
      }
    }
  }
  allPatientCounts { nodes { status count } }
}`

/** The same page from PostGraphile, with its own names. */
export const postGraphileList = ({ url }: Server): BenchRequest => ({
  url: `${url}/graphql`,
  method: 'POST',
  headers: { cookie: `caseload=${REFERENCE_SESSION}`, 'content-type': 'application/json' },
  body: JSON.stringify({ query: peerList }),
  begins: '{"data":{"benchPage":{"',
})

/** The page of 20 patients from R. */
export const referenceList = ({ url }: Server): BenchRequest => ({
  url: `${url}/patients`,
  method: 'GET',
  headers: { cookie: `caseload=${REFERENCE_SESSION}` },
  begins: '{"data":{"',
})
