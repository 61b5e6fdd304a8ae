import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { describe, expect } from 'vitest'
import { type ApiKeyScope, apiKeyScopes, canWrite, scopeFacts } from '#domain/apiKeys/scopes.ts'
import { actionsOfTypes } from '#graphql/nestedScopes.ts'
import { scopeFailure } from '#graphql/rootScopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { askAs, throughGraphQL, type Way } from './ask.ts'
import { ways } from './calls.ts'
import { counting } from './cell.ts'
import { type Operation, objectTypes, operations, rootFieldsOf } from './documents.ts'
import { type Stage, stageTest } from './stage.ts'
import type { Statement } from './statement.ts'
import { statementsOf, table } from './table.ts'

/** Which scope opens which root field, by hand. A field that is in neither list nor open to anybody fails. */
const opened: Record<ApiKeyScope, string> = {
  patients_read: `patients patient patientStatusHistory lockedCharts lockedChart patientNote patientNotes consentRequests
    consentForm consentPreview savedViews alert alerts alertsChanged`,
  patients_write: `addPatient editPatient dropPatient overridePatientStatus reassignPatient restrictPatient liftRestriction
    markSchedulable completeTreatment awaitRecords addNote editNote deleteNote saveView renameView deleteView readAlert
    readAllAlerts`,
  consent_send: `sendConsent resendConsent checkConsentStatus voidConsentRequest revokeConsent recordPaperConsent
    showSigningLink`,
  records_read: `patientRecord patientRecords recordFile recordView deletedRecords patientForwardings patientDisclosures
    disclosureReport legalHolds`,
  records_write: 'uploadRecord deleteRecord restoreRecord rescanRecord placeLegalHold liftLegalHold',
  forwarding_write: 'forwardRecords showForwardingLink withdrawForwarding markRecordsForwarded',
  tasks_read: 'task tasks',
  tasks_write: 'addTask editTask',
  appointments_read: 'appointment appointments appointmentCalendar busyTimes',
  appointments_write: `bookAppointment editAppointment cancelAppointment completeAppointment markNoShow
    scheduleConsultation`,
  reports_read: `patientReport consentReport taskReport appointmentReport consentFunnel dashboardStats counts
    recentActivity`,
  import_run: `patientImport patientImports patientImportColumns patientImportRows patientImportReport startPatientImport
    checkPatientImport runPatientImport cancelPatientImport`,
  audit_read: 'auditLog auditLogs auditTrail auditIntegrity breakGlasses',
  accounts_write: 'user users createUser setUserActive',
}

const openToEveryKey = 'assignableUsers profileImage systemStatus consentTemplates changes'

const closedToKeys = `apiKeys createApiKey createServiceAccount revokeApiKey
  mySessions userSessions endSession endOtherSessions endUserSessions changePassword resetPassword unlockUser
  editUser deleteUser editProfile setProfileImage removeProfileImage
  clinicSettings editClinicSettings signingSetup testConnection outbox retryMail discardMail
  consentTemplateVersions consentTemplatePreview createConsentTemplate editConsentTemplate makeDefaultTemplate
  archiveConsentTemplate restoreConsentTemplate
  dataExports dataExportFile requestDataExport cancelDataExport
  myDraft saveDraft discardDraft calendarFeed createCalendarFeed revokeCalendarFeed
  signHere breakGlass reviewBreakGlass`

/** What visitors may ask as well, and each operation decides: signing in, and what a patient does behind a link. */
const openToAnybody = `me signIn signOut debugSession signedFormCheck forwardingInvitation openForwarding forwardedFile
  signingProgress signingInvitation agreeElectronically askForPaperCopy declineConsent signConsent openSigningView
  signingOutcome signedCopyState downloadSignedCopy confirmIdentity sendIdentityCode`

const words = (text: string) => text.split(/\s+/).filter(Boolean)

const fields = operations.flatMap((operation) =>
  Object.values(rootFieldsOf(operation)).map((field) => ({ operation, field, name: field.name })),
)
const scopeOf = (name: string) => apiKeyScopes.find((scope) => words(opened[scope]).includes(name)) ?? null

/** The keys of one administrator, whom no role stands in the way of: with one scope alone, and with all but one. */
const entrances: Record<string, Record<string, string>> = {}
const alone = (scope: ApiKeyScope) => entrances[`only ${scope}`] ?? {}
const without = (scope: ApiKeyScope | null) => entrances[`all but ${scope}`] ?? {}

const test = stageTest(async ({ clinic, world, door }) => {
  const make = async (name: string, scopes: ApiKeyScope[]) => {
    const { admin } = world.people
    const { secret } = await createApiKey(clinic.as(admin), { userId: admin.id, name, scopes })
    entrances[name] = { authorization: `Bearer ${secret}` }
    // Its last use is in its row before anything is compared.
    await door.visitor().call('GET', '/api/auth/user', undefined, entrances[name])
  }
  for (const scope of apiKeyScopes) {
    await make(`only ${scope}`, [scope])
    await make(
      `all but ${scope}`,
      apiKeyScopes.filter((other) => other !== scope),
    )
  }
  await make('all but null', [...apiKeyScopes])
})

test('every root field is stated once', () => {
  const stated = [...Object.values(opened), openToEveryKey, closedToKeys, openToAnybody].flatMap(words)
  expect(stated.sort()).toEqual(fields.map(({ name }) => name).sort())
})

test('a key that changes something has a scope that says so', () => {
  const mutations = new Set(Object.keys(rootFieldsOf('Mutation')))
  for (const scope of apiKeyScopes)
    expect(
      words(opened[scope]).some((name) => mutations.has(name)),
      scope,
    ).toBe(scopeFacts[scope].writes)
})

test.for(fields.filter(({ name }) => !words(openToAnybody).includes(name)))(
  '$name is open to one scope alone',
  ({ field, name }) => {
    const viewer = { role: 'admin' as const, mustChangePassword: false, id: '' }
    const opening = apiKeyScopes.filter((scope) => {
      const actor = { ...viewer, key: { id: '', scopes: [scope] } } as never
      return scopeFailure(field, actor, {}) === null
    })
    const scope = scopeOf(name)
    expect(opening).toEqual(words(openToEveryKey).includes(name) ? apiKeyScopes : scope ? [scope] : [])
  },
)

const asked = fields.flatMap(({ operation, name }) => {
  const statement = statementsOf(table[operation][name]).find(
    ({ verdicts, door }) => verdicts.admin !== 'forbidden' && door !== 'rest',
  )
  const byRest = statementsOf(table[operation][name]).find(
    ({ verdicts, door }) => verdicts.admin !== 'forbidden' && door !== 'graphql',
  )
  const isAsked = scopeOf(name) !== null || words(closedToKeys).includes(name)
  if (!isAsked) return []
  return [
    ...(statement ? [{ name, way: bare(operation, name), statement, field: name }] : []),
    ...(byRest ? ways(operation, name).filter(({ route }) => route) : []).map((one) => ({
      name: one.name,
      way: one.way,
      statement: byRest as Statement,
      field: name,
    })),
  ]
})

/** Asks for nothing of the answer, so that only the root field decides. */
function bare(operation: Operation, name: string): Way {
  const way = throughGraphQL(operation, name)
  const isObject = isObjectType(getNamedType(rootFieldsOf(operation)[name]?.type))
  return {
    ...way,
    question: (given) => {
      const question = way.question(given)
      const { query, variables } = question.body as { query: string; variables: object }
      const head = query.slice(0, query.indexOf(' {', query.indexOf('{') + 1))
      return { ...question, body: { query: `${head} ${isObject ? '{ __typename }' : ''} }`, variables } }
    },
  }
}

async function codeOf(stage: Stage, headers: Record<string, string>, way: Way, statement: Statement) {
  const { world, door, state } = stage
  const question = way.question(statement.ask?.(world, world.people.admin.id) ?? {})
  const { code } = way.read(await askAs(door, headers, question))
  const changed = await state.changed()
  const denials = (changed.includes('public.audit_logs') ? await state.recorded() : []).filter(
    ({ action }) => action === 'denied',
  )
  await state.restore(changed)
  return { code, denials: denials.length, changed: changed.filter((name) => !counting.includes(name)) }
}

describe('at both doors the one scope is enough, and all the others are not', () => {
  test.for(asked)('$name', async ({ field, way, statement }, { stage }) => {
    const scope = scopeOf(field)
    const refused = { code: 'forbidden', denials: 1, changed: [] }
    expect(await codeOf(stage, without(scope), way, statement)).toEqual(refused)
    if (scope) expect(await codeOf(stage, alone(scope), way, statement)).not.toMatchObject(refused)
  })
})

const THEM = '{ id firstName lastName }'

/** What hangs on an answer and needs a scope of its own: asked with the scope of the answer, and with both. */
const nested: [ApiKeyScope, ApiKeyScope, refused: string, allowed: string][] = [
  [
    'tasks_read',
    'patients_read',
    'tasks { edges { node { patient { phone } } } }',
    `tasks { edges { node { patient ${THEM} } } }`,
  ],
  [
    'appointments_read',
    'patients_read',
    'appointments { edges { node { patient { dateOfBirth } } } }',
    `appointments { edges { node { patient ${THEM} } } }`,
  ],
  [
    'records_read',
    'patients_read',
    'legalHolds { edges { node { patient { status } } } }',
    `legalHolds { edges { node { patient ${THEM} } } }`,
  ],
  [
    'audit_read',
    'patients_read',
    'breakGlasses { edges { node { patient { email } } } }',
    `breakGlasses { edges { node { patient ${THEM} } } }`,
  ],
  [
    'patients_read',
    'records_read',
    'patients { edges { node { legalHolds { reason } } } }',
    'patients { edges { node { newestConsentRequest { state } } } }',
  ],
  [
    'tasks_read',
    'patients_read',
    'tasks { edges { node { patient { newestConsentRequest { state } } } } }',
    'tasks { edges { node { assignedTo { lastName } } } }',
  ],
]

test.for(nested)(
  '%s does not lead to what needs %s: %s',
  async ([own, other, refused, allowed], { stage }) => {
    const { door, state } = stage
    const ask = async (headers: Record<string, string>, selection: string) => {
      const query = `query { ...F } fragment F on Query { a: ${selection} }`
      const { json } = await askAs(door, headers, { method: 'POST', path: '/graphql', body: { query } })
      const { data, errors } = json as { data?: unknown; errors?: { extensions: { code: string } }[] }
      const rows = await state.recorded()
      await state.restore(await state.changed())
      return {
        hasData: Boolean(data),
        code: errors?.[0]?.extensions.code,
        told: rows.map(({ action }) => action),
      }
    }
    expect(await ask(alone(own), refused)).toEqual({ hasData: false, code: 'forbidden', told: ['denied'] })
    expect(await ask(alone(own), allowed)).toMatchObject({ hasData: true, code: undefined })
    expect(await ask(without(other), refused)).toMatchObject({ hasData: false, code: 'forbidden' })
    expect(await ask(without(null), refused)).toMatchObject({ hasData: true, code: undefined })
  },
)

test('a change is not made when its answer asks for more than the scopes open', async ({ stage }) => {
  const { door, state, world } = stage
  const query = `mutation($input: EditTaskInput!) { editTask(input: $input) { id patient { phone } } }`
  const variables = { input: { taskId: world.task.id, status: 'completed' } }
  const { json } = await askAs(door, alone('tasks_write'), {
    method: 'POST',
    path: '/graphql',
    body: { query, variables },
  })
  expect(json).toMatchObject({
    errors: [
      {
        message: 'The scopes of this API key do not open Patient.phone',
        extensions: { code: 'forbidden' },
      },
    ],
  })
  const changed = await state.changed()
  expect(changed.filter((name) => !counting.includes(name))).toEqual([])
  await state.restore(changed)
})

/** A part of whatever it hangs on, or a colleague by name; no scope of its own. */
const parts = words(`User ChartRestriction ConsentLetter ForwardedRecord PatientImportMapping`)

test('what hangs on an object has an action of its own, or is stated as a part', () => {
  const hanging = objectTypes()
    .filter(({ name }) => name in actionsOfTypes)
    .flatMap((type: GraphQLObjectType) => Object.values(type.getFields()))
    .map((field) => getNamedType(field.type))
    .filter((type) => isObjectType(type) && !(type.name in actionsOfTypes))
  expect([...new Set(hanging.map(({ name }) => name))].sort()).toEqual(parts.sort())
  expect(
    Object.keys(actionsOfTypes).filter((name) => !objectTypes().some((type) => type.name === name)),
  ).toEqual([])
})

test('reading scopes alone change nothing', () => {
  expect(canWrite(apiKeyScopes.filter((scope) => scope.endsWith('_read')))).toBe(false)
})
