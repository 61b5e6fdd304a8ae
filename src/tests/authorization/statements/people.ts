import { PASSWORD } from '#tests/support/clinic.ts'
import { makePng } from '#tests/support/png.ts'
import { IDENTIFIER } from '../fixtures.ts'
import type { Statement, Statements } from '../statement.ts'
import {
  adminOnly,
  all,
  anybody,
  but,
  byScope,
  byStepUp,
  everyone,
  nobody,
  notByKey,
  nowhere,
  ofNobody,
  ofOwnPatients,
  refusedOutside,
} from '../verdicts.ts'

const idIn = (things: Record<string, { id: string }>, key: string) => things[key]?.id ?? ''

/** "Users, audit screen, API keys: admin. Own sessions and password: own." */
export const peopleQueries: Statements = {
  me: {
    verdicts: but(anybody, { anonymous: 'empty', deactivated: 'empty' }),
    // The email address would not do, because a service account's is hidden.
    shows: () => '"role":"',
  },
  assignableUsers: { verdicts: everyone, shows: ({ people }) => people.attorneyAssigned.id },
  users: { verdicts: byScope(adminOnly), shows: ({ people }) => people.leaver.email },
  user: { verdicts: byScope(adminOnly), ask: ({ people }) => ({ id: people.colleague.id }) },
  assignedWork: [
    { about: 'of inactive users', verdicts: byScope(adminOnly) },
    {
      about: 'of a user',
      verdicts: byScope(adminOnly),
      ask: ({ people }) => ({ userId: people.colleague.id }),
      shows: ({ people }) => people.colleague.id,
    },
  ],
  userByIdentifier: { verdicts: byScope(adminOnly), ask: () => IDENTIFIER },
  accountLink: {
    verdicts: anybody,
    ask: ({ invited }) => ({ secret: invited.secret }),
    isOpenedBySecret: true,
  },
  signOnConnections: { verdicts: notByKey(everyone) },
  mySessions: { verdicts: notByKey(everyone) },
  mySecondFactors: { verdicts: notByKey(but(everyone, { factorMissing: 'allow' })) },
  myDraft: [
    {
      about: 'about a patient',
      verdicts: notByKey(ofOwnPatients),
      ask: ({ chart }) => ({ form: 'edit_patient', subjectId: chart.id }),
    },
    { about: 'about no record', verdicts: notByKey(everyone), ask: () => ({ form: 'add_task' }) },
  ],
  userSessions: {
    verdicts: notByKey(adminOnly),
    ask: ({ people }) => ({ userId: people.colleague.id }),
    shows: ({ people, sessionOf }) => idIn(sessionOf, people.colleague.id),
  },
  blockedAddresses: { verdicts: notByKey(adminOnly), shows: ({ blocked }) => blocked.address },
  /** Exists only in demo mode. The tests run in production mode. */
  debugSession: { verdicts: nowhere },
  // Without a filter, REST gives others their recent activity; see rest/recentActivity.test.ts.
  auditLogs: { verdicts: byScope(adminOnly), ask: () => ({ action: 'denied' }) },
  auditTrail: { verdicts: byScope(adminOnly) },
  patientAccess: { verdicts: byScope(adminOnly), ask: ({ chart }) => ({ patientId: chart.id }) },
  patientEdits: { verdicts: byScope(adminOnly), ask: ({ chart }) => ({ patientId: chart.id }) },
  auditLog: { verdicts: byScope(adminOnly), ask: ({ auditRow }) => ({ id: auditRow.id }) },
  auditIntegrity: { verdicts: byScope(adminOnly) },
  newestTreeHead: { verdicts: byScope(adminOnly) },
  dataExports: { verdicts: notByKey(adminOnly), shows: ({ exported }) => exported.id },
  dataExportFile: {
    verdicts: notByKey(adminOnly),
    ask: ({ exported }) => ({ dataExportId: exported.id }),
  },
  savedViews: {
    verdicts: everyone,
    ask: () => ({ screen: 'patients' }),
    shows: ({ sharedView }) => sharedView.id,
  },
  apiKeys: { verdicts: notByKey(adminOnly), shows: ({ apiKey }) => apiKey.id },
  apiKeyDocuments: {
    verdicts: notByKey(adminOnly),
    ask: ({ apiKey }) => ({ apiKeyId: apiKey.id }),
  },
  profileImage: { verdicts: everyone, ask: ({ people }) => ({ userId: people.colleague.id }) },
  outbox: { verdicts: notByKey(adminOnly), shows: ({ failedEmail }) => failedEmail.id },
  clinicSettings: { verdicts: notByKey(adminOnly), shows: () => 'Test Clinic' },
  clinicSetup: { verdicts: notByKey(adminOnly) },
  systemStatus: { verdicts: everyone },
  changes: { verdicts: everyone, shows: () => '~' },
  signingSetup: { verdicts: notByKey(adminOnly) },
}

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const LOGO_PICTURE = Buffer.from(makePng(240, 64)).toString('base64')

const typed = [{ name: 'reason', value: 'Moved out of' }]

/** "Saved views: own", and shared ones: admin. */
const viewChange = (input: Record<string, string>): Statement[] => [
  {
    about: 'of oneself',
    verdicts: everyone,
    ask: ({ viewOf }, own) => ({ viewId: idIn(viewOf, own), ...input }),
  },
  {
    about: 'of a colleague',
    verdicts: ofNobody,
    ask: ({ people, viewOf }) => ({ viewId: idIn(viewOf, people.leaver.id), ...input }),
  },
  {
    about: 'that is shared',
    verdicts: adminOnly,
    ask: ({ sharedView }) => ({ viewId: sharedView.id, ...input }),
  },
]

/** An ID that no challenge and no passkey has. */
const NO_CHALLENGE = '01a1fcf0-bbdc-730f-8d22-fb8393291349'

export const peopleMutations: Statements = {
  signIn: [
    {
      verdicts: notByKey(anybody),
      ask: ({ people }) => ({ email: people.colleague.email, password: PASSWORD }),
    },
    {
      about: 'to a deactivated account',
      verdicts: notByKey(nobody),
      recordedAs: 'login_failed',
      ask: ({ people }) => ({ email: people.leaver.email, password: PASSWORD }),
    },
  ],
  signOut: { verdicts: anybody },
  changePassword: {
    verdicts: notByKey(but(everyone, { mustChangePassword: 'allow', factorMissing: 'allow' })),
    ask: () => ({ currentPassword: PASSWORD, newPassword: 'a long pass phrase' }),
  },
  createApiKey: {
    verdicts: byStepUp(notByKey(adminOnly)),
    ask: ({ people }) => ({ userId: people.colleague.id, name: 'Nightly report', scope: 'read' }),
  },
  setApiKeyDocuments: {
    verdicts: byStepUp(notByKey(adminOnly)),
    ask: ({ apiKey }) => ({ apiKeyId: apiKey.id, documents: ['{ me { id } }'] }),
  },
  revokeApiKey: { verdicts: notByKey(adminOnly), ask: ({ apiKey }) => ({ apiKeyId: apiKey.id }) },
  requestDataExport: {
    verdicts: byStepUp(notByKey(adminOnly)),
    ask: () => ({ password: PASSWORD }),
  },
  requestPatientEvidence: {
    verdicts: byStepUp(notByKey(adminOnly)),
    ask: ({ chart }) => ({
      patientId: chart.id,
      recipientName: 'Superior Court',
      purpose: 'Subpoena in a lawsuit',
      basis: 'subpoena',
      basisReference: 'CV-2026-0192',
    }),
  },
  cancelDataExport: {
    verdicts: notByKey(adminOnly),
    ask: ({ underWay }) => ({ dataExportId: underWay.id }),
  },
  saveView: [
    { verdicts: everyone, ask: () => ({ screen: 'patients', name: 'Dropped', query: 'status=dropped' }) },
    {
      about: 'for everybody',
      verdicts: adminOnly,
      ask: () => ({ screen: 'patients', name: 'Dropped', query: 'status=dropped', isShared: true }),
    },
  ],
  renameView: viewChange({ name: 'Gone' }),
  updateView: viewChange({ query: 'status=dropped' }),
  deleteView: viewChange({}),
  endSession: [
    {
      about: 'of oneself',
      verdicts: notByKey(everyone),
      ask: ({ sessionOf }, own) => ({ sessionId: idIn(sessionOf, own) }),
    },
    {
      about: 'of a colleague',
      verdicts: notByKey(ofNobody),
      ask: ({ people, sessionOf }) => ({ sessionId: idIn(sessionOf, people.leaver.id) }),
    },
  ],
  reportSession: [
    {
      about: 'of oneself',
      verdicts: notByKey(everyone),
      ask: ({ sessionOf }, own) => ({ sessionId: idIn(sessionOf, own) }),
    },
    {
      about: 'of a colleague',
      verdicts: notByKey(ofNobody),
      ask: ({ people, sessionOf }) => ({ sessionId: idIn(sessionOf, people.leaver.id) }),
    },
  ],
  saveDraft: [
    {
      about: 'about a patient',
      verdicts: notByKey(ofOwnPatients),
      ask: ({ chart }) => ({ form: 'drop_patient', subjectId: chart.id, content: typed }),
    },
    {
      about: 'about an account',
      verdicts: notByKey(adminOnly),
      ask: ({ people }) => ({ form: 'edit_user', subjectId: people.colleague.id, content: typed }),
    },
  ],
  discardDraft: {
    verdicts: notByKey(ofOwnPatients),
    ask: ({ note }) => ({ form: 'edit_note', subjectId: note.id }),
  },
  endOtherSessions: { verdicts: notByKey(everyone) },
  endUserSessions: [
    { verdicts: notByKey(adminOnly), ask: ({ people }) => ({ userId: people.colleague.id }) },
    {
      about: 'one by one',
      verdicts: notByKey(adminOnly),
      ask: ({ people, sessionOf }) => ({
        userId: people.colleague.id,
        sessionId: idIn(sessionOf, people.colleague.id),
      }),
    },
  ],
  editUser: [
    {
      verdicts: byStepUp(notByKey(adminOnly)),
      ask: ({ people }) => ({ userId: people.colleague.id, role: 'attorney' }),
    },
    {
      about: "of the caller's own role",
      verdicts: notByKey(but(adminOnly, { admin: 'forbidden' })),
      ask: (_world, own) => ({ userId: own, role: 'staff' }),
    },
  ],
  editProfile: { verdicts: notByKey(everyone), ask: () => ({ firstName: 'Lena', noticeMinutes: 5 }) },
  setProfileImage: { verdicts: notByKey(everyone), ask: () => ({ contentBase64: PIXEL }) },
  removeProfileImage: { verdicts: notByKey(everyone) },
  editClinicSettings: { verdicts: byStepUp(notByKey(adminOnly)), ask: () => ({ remindersMax: 4 }) },
  setClinicLogo: { verdicts: notByKey(adminOnly), ask: () => ({ contentBase64: LOGO_PICTURE }) },
  removeClinicLogo: { verdicts: notByKey(adminOnly) },
  editClinicSetup: { verdicts: notByKey(adminOnly), ask: () => ({ isDismissed: true }) },
  retryMail: { verdicts: notByKey(adminOnly), ask: ({ failedEmail }) => ({ mailId: failedEmail.id }) },
  discardMail: { verdicts: notByKey(adminOnly), ask: ({ failedEmail }) => ({ mailId: failedEmail.id }) },
  testConnection: { verdicts: notByKey(adminOnly), ask: () => ({ part: 'database' }) },
  unblockAddress: { verdicts: notByKey(adminOnly), ask: ({ blocked }) => ({ address: blocked.address }) },
  // Setting up a second factor is all that a user without a required one can do.
  startAuthenticator: { verdicts: byStepUp(notByKey(but(everyone, { factorMissing: 'allow' }))) },
  confirmAuthenticator: [
    {
      about: 'without a new app',
      verdicts: notByKey({ ...all('conflict'), ...refusedOutside, factorMissing: 'conflict' }),
      ask: () => ({ code: '000000' }),
    },
  ],
  prepareSignOnConnection: { verdicts: byStepUp(notByKey(everyone)) },
  startPasskey: { verdicts: byStepUp(notByKey(but(everyone, { factorMissing: 'allow' }))) },
  addPasskey: {
    about: 'with a challenge that is gone',
    verdicts: byStepUp(notByKey({ ...all('conflict'), ...refusedOutside, factorMissing: 'conflict' })),
    ask: () => ({ challengeId: NO_CHALLENGE, response: '{}', name: 'Work laptop' }),
  },
  removePasskey: {
    about: 'without a passkey',
    verdicts: byStepUp(notByKey({ ...all('conflict'), ...refusedOutside, factorMissing: 'forbidden' })),
    ask: () => ({ passkeyId: NO_CHALLENGE }),
  },
  startPasskeyProof: { verdicts: notByKey(anybody) },
  signInWithPasskey: {
    about: 'with a challenge that is gone',
    verdicts: notByKey(all('conflict')),
    ask: () => ({ challengeId: NO_CHALLENGE, response: '{"id":"unknown"}' }),
  },
  renewRecoveryCodes: {
    about: 'without a second factor',
    verdicts: byStepUp(notByKey({ ...all('conflict'), ...refusedOutside, factorMissing: 'forbidden' })),
  },
  removeAuthenticator: {
    about: 'without a second factor',
    verdicts: byStepUp(notByKey({ ...all('conflict'), ...refusedOutside, factorMissing: 'forbidden' })),
  },
  stepUp: {
    verdicts: notByKey(but(everyone, { factorMissing: 'allow' })),
    ask: () => ({ password: PASSWORD }),
  },
  resetSecondFactor: [
    {
      about: 'of a user without one',
      verdicts: byStepUp(notByKey(but(adminOnly, { admin: 'conflict' }))),
      ask: ({ people }) => ({ userId: people.colleague.id, reason: 'Lost the phone on the train' }),
    },
    {
      about: 'of oneself',
      verdicts: notByKey(but(adminOnly, { admin: 'forbidden' })),
      ask: (_world, own) => ({ userId: own, reason: 'Lost the phone on the train' }),
    },
  ],
  disconnectSignOn: [
    {
      about: 'of a user who has connected none',
      verdicts: byStepUp(notByKey(but(adminOnly, { admin: 'conflict' }))),
      ask: ({ people }) => ({ userId: people.colleague.id }),
    },
    {
      about: 'of oneself',
      verdicts: notByKey(but(adminOnly, { admin: 'forbidden' })),
      ask: (_world, own) => ({ userId: own }),
    },
  ],
}
