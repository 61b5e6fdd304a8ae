/** Root fields that list or count patients. */
const patientLists = [
  'patients',
  'dashboardStats',
  'counts',
  'appointments',
  'patientStatusHistory',
  'consentRequests',
  'recentActivity',
  'busyTimes',
]
const taskLists = ['tasks', 'counts', 'recentActivity']
const userLists = ['users', 'assignableUsers']

const after = (lists: readonly string[], ...mutations: readonly string[]) =>
  Object.fromEntries(mutations.map((name) => [name, lists]))

/** The root fields to reload after each mutation. The mutation's own result is already in the cache. */
export const invalidatedFields: Record<string, readonly string[]> = {
  ...after(
    patientLists,
    'addPatient',
    'editPatient',
    'sendConsent',
    'resendConsent',
    'scheduleConsultation',
    'overridePatientStatus',
    'dropPatient',
    'reassignPatient',
    'markSchedulable',
    'bookAppointment',
    'editAppointment',
    'cancelAppointment',
    'completeAppointment',
    'markNoShow',
    'completeTreatment',
    'awaitRecords',
    'markRecordsForwarded',
    'voidConsentRequest',
    'checkConsentStatus',
    'revokeConsent',
    'recordPaperConsent',
    'breakGlass',
  ),
  forwardRecords: [...patientLists, 'patientForwardings', 'patientDisclosures'],
  withdrawForwarding: ['patientForwardings', 'recentActivity'],
  ...after(
    ['consentTemplates', 'consentTemplateVersions'],
    'createConsentTemplate',
    'editConsentTemplate',
    'makeDefaultTemplate',
    'archiveConsentTemplate',
    'restoreConsentTemplate',
  ),
  ...after(['savedViews'], 'saveView', 'deleteView'),
  ...after(['patientNotes'], 'addNote', 'deleteNote'),
  ...after(['counts'], 'readAlert'),
  ...after(['alerts', 'counts'], 'readAllAlerts'),
  ...after(['outbox'], 'retryMail', 'discardMail'),
  ...after(['patientRecords', 'deletedRecords', 'legalHolds'], 'placeLegalHold', 'liftLegalHold'),
  ...after(['patientRecords'], 'rescanRecord'),
  ...after(['patientRecords', 'deletedRecords'], 'deleteRecord', 'restoreRecord'),
  ...after(taskLists, 'addTask', 'editTask'),
  ...after(userLists, 'createUser', 'editUser', 'setUserActive', 'unlockUser'),
  ...after(['blockedAddresses'], 'unblockAddress'),
  ...after(['apiKeys'], 'createApiKey'),
  ...after(['calendarFeed'], 'createCalendarFeed', 'revokeCalendarFeed'),
  ...after(['dataExports'], 'requestDataExport', 'cancelDataExport'),
  // Deleting a user reassigns their patients and tasks.
  deleteUser: [...userLists, ...patientLists, ...taskLists, 'apiKeys'],
}
