import type { Mutation, Query } from '#generated/schema.ts'

type RootField = keyof Query

/** Root fields that list or count patients. */
const patientLists: readonly RootField[] = [
  'patients',
  'dashboardStats',
  'counts',
  'appointments',
  'appointmentDays',
  'patientStatusHistory',
  'patientTimeline',
  'consentRequests',
  'recentActivity',
  'busyTimes',
  'freeSlots',
]
const taskLists: readonly RootField[] = ['tasks', 'counts', 'recentActivity', 'patientTimeline']
const userLists: readonly RootField[] = ['users', 'assignableUsers', 'assignedWork']
const templateLists: readonly RootField[] = ['consentTemplates', 'consentTemplateVersions']

/**
 * The mutations after which no list is reloaded, or by their own dialog. A bulk job changes the lists later, and live changes reload them. A type, so that
 * no page loads the names.
 */
type Unlisted =
  | 'addTaskToPatients'
  | 'agreeElectronically'
  | 'answerReminder'
  | 'askForPaperCopy'
  | 'assignPatients'
  | 'cancelBulkJob'
  | 'cancelPatientImport'
  | 'changePassword'
  | 'checkPatientImport'
  | 'confirmIdentity'
  | 'createWebhook'
  | 'declineConsent'
  | 'deleteWebhook'
  | 'discardDraft'
  | 'downloadSignedCopy'
  | 'editProfile'
  | 'editWebhook'
  | 'endOtherSessions'
  | 'endSession'
  | 'endUserSessions'
  | 'exportSelectedPatients'
  | 'liftRestriction'
  | 'openSigningView'
  | 'readRequestOutcome'
  | 'removeClinicLogo'
  | 'removeProfileImage'
  | 'renameView'
  | 'updateView'
  | 'prepareSignOnConnection'
  | 'replaceWebhookSecret'
  | 'resendMessages'
  | 'resetPassword'
  | 'disconnectSignOn'
  | 'resetSecondFactor'
  | 'restrictPatient'
  | 'reviewBreakGlass'
  | 'revokeApiKey'
  | 'runPatientImport'
  | 'saveDraft'
  | 'sendConsentToPatients'
  | 'sendIdentityCode'
  | 'setClinicLogo'
  | 'setProfileImage'
  | 'reportSession'
  | 'requestPasswordReset'
  | 'setPasswordByLink'
  | 'showForwardingLink'
  | 'showSigningLink'
  | 'signConsent'
  | 'signHere'
  | 'signIn'
  | 'signInWithPasskey'
  | 'signOut'
  | 'startPasskey'
  | 'startPasskeyProof'
  | 'signingOutcome'
  | 'startAuthenticator'
  | 'startPatientImport'
  | 'stepUp'
  | 'testConnection'
  | 'testWebhook'
  | 'undoBulkJob'
  | 'uploadAuthorityProof'
  | 'uploadRecord'

/**
 * The root fields to reload after each other mutation of the schema. The mutation's own result is already in the
 * cache, so most edits of one object need none.
 */
export const invalidatedFields: Record<Exclude<keyof Mutation, Unlisted>, readonly RootField[]> = {
  acceptSignedForm: patientLists,
  addClosure: ['closures', 'freeSlots'],
  addManualDisclosure: ['accountingOfDisclosures'],
  addNote: ['patientNotes', 'patientTimeline'],
  addPatient: patientLists,
  addTask: taskLists,
  answerPatientRequest: ['accountingOfDisclosures', 'patientRequests'],
  archiveConsentTemplate: templateLists,
  awaitRecords: patientLists,
  bookAppointment: patientLists,
  breakGlass: patientLists,
  cancelAppointment: patientLists,
  cancelDataExport: ['dataExports'],
  checkConsentStatus: patientLists,
  completeAppointment: patientLists,
  completeTreatment: patientLists,
  confirmAuthenticator: ['mySecondFactors'],
  createApiKey: ['apiKeys'],
  createCalendarFeed: ['calendarFeed'],
  createConsentTemplate: templateLists,
  createServiceAccount: ['apiKeys', ...userLists],
  createUser: userLists,
  deleteNote: ['patientNotes', 'patientTimeline'],
  deleteRecord: ['patientRecords', 'deletedRecords', 'patientTimeline'],
  // Deleting a user reassigns their patients and tasks.
  deleteUser: [...userLists, ...patientLists, ...taskLists, 'apiKeys'],
  deleteView: ['savedViews'],
  describeImage: ['patientTimeline'],
  discardMail: ['outbox'],
  dropPatient: patientLists,
  editAppointment: patientLists,
  editClinicSettings: ['clinicSetup'],
  editClinicSetup: ['clinicSetup'],
  editConsentTemplate: templateLists,
  editNote: ['patientNoteVersions', 'patientTimeline'],
  editPatient: patientLists,
  upsertAppointment: patientLists,
  upsertPatient: patientLists,
  upsertTask: taskLists,
  editRecord: ['patientRecords', 'patientTimeline'],
  editTask: taskLists,
  editUser: userLists,
  inviteUser: userLists,
  extendPatientRequest: ['accountingOfDisclosures', 'patientRequests'],
  forwardRecords: [...patientLists, 'patientForwardings', 'patientDisclosures'],
  liftLegalHold: ['patientRecords', 'deletedRecords', 'legalHolds'],
  makeDefaultTemplate: templateLists,
  markArrived: ['appointments', 'appointmentDays', 'recentActivity', 'patientTimeline'],
  markNoShow: patientLists,
  markRecordsForwarded: patientLists,
  markSchedulable: patientLists,
  overridePatientStatus: patientLists,
  moveRecord: [
    'patientRecords',
    'patientDisclosures',
    'accountingOfDisclosures',
    'recentActivity',
    'patientTimeline',
  ],
  placeLegalHold: ['patientRecords', 'deletedRecords', 'legalHolds'],
  readAlert: ['counts'],
  readAllAlerts: ['alerts', 'counts'],
  reassignPatient: patientLists,
  recordPatientRequest: ['accountingOfDisclosures', 'patientRequests'],
  recordPaperConsent: patientLists,
  rejectSignedForm: patientLists,
  removeAuthenticator: ['mySecondFactors'],
  addPasskey: ['mySecondFactors'],
  removePasskey: ['mySecondFactors'],
  removeClosure: ['closures', 'freeSlots'],
  renewRecoveryCodes: ['mySecondFactors'],
  requestAuthorization: patientLists,
  requestDataExport: ['dataExports'],
  requestPatientEvidence: ['dataExports', 'accountingOfDisclosures'],
  rescanRecord: ['patientRecords'],
  resendConsent: patientLists,
  restoreConsentTemplate: templateLists,
  restoreRecord: ['patientRecords', 'deletedRecords', 'patientTimeline'],
  retryMail: ['outbox'],
  revokeCalendarFeed: ['calendarFeed'],
  revokeConsent: patientLists,
  revokePartOfConsent: [...patientLists, 'patientForwardings'],
  saveView: ['savedViews'],
  scheduleConsultation: patientLists,
  sendConsent: patientLists,
  sendRecipientCopy: ['consentRequests', 'recentActivity', 'patientTimeline'],
  setPatientReminders: ['recentActivity', 'patientTimeline'],
  setApiKeyDocuments: ['apiKeyDocuments'],
  setWorkingHours: ['workingHours', 'appointmentsOutsideHours', 'freeSlots'],
  reassignWork: [...userLists, ...patientLists, ...taskLists],
  resendInvitation: userLists,
  withdrawInvitation: userLists,
  setUserActive: [...userLists, 'tasks', 'appointments'],
  strikeManualDisclosure: ['accountingOfDisclosures'],
  suspendManualDisclosure: ['accountingOfDisclosures'],
  unblockAddress: ['blockedAddresses'],
  undoArrived: ['appointments', 'appointmentDays', 'recentActivity', 'patientTimeline'],
  undoNoShow: patientLists,
  unlockUser: userLists,
  voidConsentRequest: patientLists,
  withdrawForwarding: ['patientForwardings', 'recentActivity'],
}
