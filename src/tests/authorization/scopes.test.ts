import { getNamedType, isObjectType } from 'graphql'
import { describe, expect } from 'vitest'
import { type ApiKeyScope, apiKeyScopes, scopeFacts } from '#domain/apiKeys/scopes.ts'
import { scopeFailure } from '#graphql/rootScopes.ts'
import { ways } from './calls.ts'
import { counting } from './check.ts'
import { type Operation, operations, rootFieldsOf } from './documents.ts'
import { alone, test, without } from './keySetup.ts'
import { requestAs, type Transport, throughGraphQL } from './request.ts'
import type { Setup } from './setup.ts'
import type { Statement } from './statement.ts'
import { statementsOf, table } from './table.ts'

/** The scope for each root field, written by hand. A root field that is in none of these lists fails the test. */
const opened: Record<ApiKeyScope, string> = {
  patients_read: `patients patient patientsByIds patientByIdentifier patientNames newForMe patientTimeline possibleDuplicates patientStatusHistory lockedCharts lockedChart patientNote patientNotes patientNoteVersions consentRequests
    consentForm consentPreview savedViews alert alerts alertsChanged bulkJob bulkJobRows`,
  patients_write: `addPatient editPatient upsertPatient setPatientReminders assignmentPreview dropPatient overridePatientStatus reassignPatient restrictPatient liftRestriction
    markSchedulable completeTreatment awaitRecords addNote editNote deleteNote saveView updateView renameView deleteView readAlert
    readAllAlerts assignPatients undoBulkJob cancelBulkJob`,
  consent_send: `sendConsent resendConsent checkConsentStatus voidConsentRequest revokeConsent recordPaperConsent paperConsentLines
    showSigningLink sendConsentToPatients consentLanguagePreview requestAuthorization revokePartOfConsent sendRecipientCopy`,
  records_read: `patientRecord patientRecordByIdentifier patientRecords recordFile recordView deletedRecords patientForwardings patientDisclosures
    disclosureReport accountingOfDisclosures accountingReport disclosureDocument legalHolds patientRequests`,
  records_write: `uploadRecord describeImage editRecord deleteRecord restoreRecord moveRecord rescanRecord placeLegalHold liftLegalHold
    addManualDisclosure strikeManualDisclosure suspendManualDisclosure recordPatientRequest extendPatientRequest
    answerPatientRequest`,
  forwarding_write: 'forwardRecords showForwardingLink withdrawForwarding markRecordsForwarded',
  tasks_read: 'task taskByIdentifier tasks',
  tasks_write: 'addTask editTask upsertTask addTaskToPatients',
  appointments_read:
    'appointment appointmentByIdentifier appointments appointmentCalendar appointmentDays busyTimes freeSlots workingHours appointmentsOutsideHours closures',
  appointments_write: `bookAppointment editAppointment upsertAppointment cancelAppointment completeAppointment markNoShow markArrived undoArrived undoNoShow
    scheduleConsultation setWorkingHours addClosure removeClosure`,
  reports_read: `patientReport consentReport taskReport appointmentReport workProductReport consentFunnel clinicReport reportTable
    dashboardStats counts recentActivity newSinceVisit bulkJobReport`,
  import_run: `patientImport patientImports patientImportColumns patientImportRows patientImportReport startPatientImport
    checkPatientImport runPatientImport cancelPatientImport`,
  audit_read:
    'auditLog auditLogs patientAccess patientEdits auditTrail auditIntegrity newestTreeHead breakGlasses',
  accounts_write: 'user userByIdentifier users assignedWork createUser setUserActive',
  webhooks_write:
    'webhooks webhookMessages createWebhook editWebhook replaceWebhookSecret deleteWebhook testWebhook resendMessages',
}

const openToEveryKey = 'assignableUsers profileImage systemStatus consentTemplates changes node'

const closedToKeys = `apiKeys apiKeyDocuments setApiKeyDocuments createApiKey createServiceAccount revokeApiKey
  mySessions signOnConnections prepareSignOnConnection userSessions endSession reportSession endOtherSessions endUserSessions changePassword resetPassword unlockUser blockedAddresses unblockAddress
  inviteUser resendInvitation withdrawInvitation editUser deleteUser reassignWork editProfile setProfileImage removeProfileImage
  mySecondFactors startAuthenticator confirmAuthenticator renewRecoveryCodes removeAuthenticator startPasskey addPasskey removePasskey stepUp resetSecondFactor disconnectSignOn
  clinicSettings editClinicSettings setClinicLogo removeClinicLogo clinicSetup editClinicSetup signingSetup testConnection outbox retryMail discardMail
  consentTemplateVersions consentTemplatePreview createConsentTemplate editConsentTemplate makeDefaultTemplate
  archiveConsentTemplate restoreConsentTemplate
  dataExports dataExportFile requestDataExport requestPatientEvidence cancelDataExport
  myDraft saveDraft discardDraft calendarFeed createCalendarFeed revokeCalendarFeed
  signHere acceptSignedForm rejectSignedForm authorityProof breakGlass reviewBreakGlass exportSelectedPatients`

/** Root fields that need no session: signing in, and what patients do by link. Their operations check the caller. */
const openToAnybody = `me signIn signInWithPasskey startPasskeyProof signOut debugSession signedFormCheck forwardingInvitation openForwarding forwardedFile forwardedView forwardedArchive
  signingProgress signingInvitation agreeElectronically askForPaperCopy declineConsent signConsent openSigningView
  signingOutcome signedCopyState downloadSignedCopy confirmIdentity sendIdentityCode uploadAuthorityProof
  readRequestOutcome reminder answerReminder accountLink setPasswordByLink requestPasswordReset`

const words = (text: string) => text.split(/\s+/).filter(Boolean)

const fields = operations.flatMap((operation) =>
  Object.values(rootFieldsOf(operation)).map((field) => ({ operation, field, name: field.name })),
)
const scopeOf = (name: string) => apiKeyScopes.find((scope) => words(opened[scope]).includes(name)) ?? null

test('every root field is in exactly one list', () => {
  const stated = [...Object.values(opened), openToEveryKey, closedToKeys, openToAnybody].flatMap(words)
  // There is a query and a subscription `changes`.
  expect(stated.sort()).toEqual([...new Set(fields.map(({ name }) => name))].sort())
})

test('exactly the scopes with mutations are marked as writing', () => {
  const mutations = new Set(Object.keys(rootFieldsOf('Mutation')))
  for (const scope of apiKeyScopes)
    expect(
      words(opened[scope]).some((name) => mutations.has(name)),
      scope,
    ).toBe(scopeFacts[scope].writes)
})

test.for(fields.filter(({ name }) => !words(openToAnybody).includes(name)))(
  '$name accepts the listed scopes only',
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

const cases = fields.flatMap(({ operation, name }) => {
  const statement = statementsOf(table[operation][name]).find(
    ({ verdicts, transport }) => verdicts.admin !== 'forbidden' && transport !== 'rest',
  )
  const byRest = statementsOf(table[operation][name]).find(
    ({ verdicts, transport }) => verdicts.admin !== 'forbidden' && transport !== 'graphql',
  )
  const needsScope = scopeOf(name) !== null || words(closedToKeys).includes(name)
  if (!needsScope) return []
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

/** The same request with the smallest selection, so that only the root field decides. */
function bare(operation: Operation, name: string): Transport {
  const way = throughGraphQL(operation, name)
  const isObject = isObjectType(getNamedType(rootFieldsOf(operation)[name]?.type))
  return {
    ...way,
    question: (args) => {
      const question = way.question(args)
      const { query, variables } = question.body as { query: string; variables: object }
      const head = query.slice(0, query.indexOf(' {', query.indexOf('{') + 1))
      return { ...question, body: { query: `${head} ${isObject ? '{ __typename }' : ''} }`, variables } }
    },
  }
}

async function codeOf(setup: Setup, headers: Record<string, string>, way: Transport, statement: Statement) {
  const { fixtures, server, state } = setup
  const question = way.question(statement.ask?.(fixtures, fixtures.people.admin.id) ?? {})
  const { code } = way.read(await requestAs(server, headers, question))
  const changed = await state.changed()
  const denials = (changed.includes('public.audit_logs') ? await state.recorded() : []).filter(
    ({ action }) => action === 'denied',
  )
  await state.restore(changed)
  return { code, denials: denials.length, changed: changed.filter((name) => !counting.includes(name)) }
}

describe('GraphQL and REST require the one scope and accept no other', () => {
  test.for(cases)('$name', async ({ field, way, statement }, { setup }) => {
    const scope = scopeOf(field)
    const refused = { code: 'forbidden', denials: 1, changed: [] }
    expect(await codeOf(setup, without(scope), way, statement)).toEqual(refused)
    if (scope) expect(await codeOf(setup, alone(scope), way, statement)).not.toMatchObject(refused)
  })
})
