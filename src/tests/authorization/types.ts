/**
 * Who may see a relation's target. `same`: everyone who may see the parent object. `colleague`: the target is a user of
 * the clinic, and every signed-in user may see the name and role.
 */
export type Rule = 'same' | 'colleague'

type Stated = { attributes: string; relations?: Record<string, Rule> }

/**
 * Every field of every object type. Everyone who sees the object also sees its attributes; relations follow a rule.
 * The fields of connections and edges are left out.
 */
export const stated: Record<string, Stated> = {
  Patient: {
    attributes: `id firstName lastName email shownEmail sendRefusal phone dateOfBirth dateOfInjury dateOfDeath injuryDescription address preferredLanguage notes
      status statusSince consentFormUrl consentSignedAt consentRevokedAt consentExpiresAt recordsClosed clinicalTextsClosed consentIsManual
      consentSentVia consentRetryAt authorizedCategories authorizedPurpose consultationDate
      consultationTime consultationLocation dropReason droppedAt isOnLegalHold isRestricted remindersStoppedAt canGetEmails getsTexts canGetTexts openUntil createdAt
      updatedAt version`,
    relations: {
      authorizedRecipients: 'same',
      authorizedScope: 'same',
      restriction: 'same',
      assignedAttorney: 'colleague',
      createdBy: 'colleague',
      droppedBy: 'colleague',
      consentRevocations: 'same',
      newestConsentRequest: 'same',
      // Only for the clinic. Attorneys get none.
      openRequests: 'same',
      // Only for administrators. Other callers get `null`.
      legalHolds: 'same',
      identifiers: 'same',
    },
  },
  Identifier: { attributes: 'system value' },
  UpsertedTask: { attributes: 'isNew', relations: { task: 'same' } },
  UpsertedAppointment: { attributes: 'isNew', relations: { appointment: 'same' } },
  UpsertedPatient: { attributes: 'isNew', relations: { patient: 'same' } },
  Recipient: { attributes: 'userId name firm address email' },
  RecipientCopy: {
    attributes: 'id email createdAt expiresAt downloads downloadedAt',
    relations: { recipient: 'same' },
  },
  AuthorizationScope: { attributes: 'categories sensitive serviceFrom serviceTo' },
  ConsentRevocation: { attributes: 'id reason revokedAt', relations: { revokedBy: 'colleague' } },
  PartialRevocation: {
    attributes: 'id category reason revokedAt',
    relations: { recipient: 'same', revokedBy: 'colleague' },
  },
  ConsentRequest: {
    attributes: `id state provider channel templateVersion recipientsDerived copyToRecipients discloser purpose ends authorizationExpiresAt isInForce createdAt sentAt sentTo changedDetails openedAt expiresAt closedAt closeReason
      paperRequestedAt remindersSent nextReminderAt retryAt isReplacement formUrl certificateUrl sealedScanUrl formScanState
      signerName signerCapacity formLanguage lines witnessName witnessRelation interpreterName interpreterLanguage representativeRelation authorityProof proofUrl reviewState reviewReasons reviewedAt reviewNote
      providerStatus providerCheckedAt providerError`,
    relations: {
      recipients: 'same',
      scope: 'same',
      partialRevocations: 'same',
      recipientCopies: 'same',
      sentBy: 'colleague',
      reviewedBy: 'colleague',
      letters: 'same',
    },
  },
  OutboxLetter: {
    attributes: 'id kind state toAddress patientId attempts lastError createdAt nextTryAt',
  },
  ConsentLetter: { attributes: 'id kind state createdAt sentAt nextTryAt lastError' },
  PatientNote: {
    attributes: 'id version content noteType visibility isWithheld createdAt updatedAt deletedAt',
    relations: { createdBy: 'colleague' },
  },
  PatientNoteVersion: { attributes: 'id content noteType visibility createdAt' },
  PatientRecord: {
    attributes: `id version patientId fileName fileSize mimeType description imageDescription category serviceDate accompanyingStatement sha256 keptSha256 removed createdAt
      scanState scanReason scanFinding scanTrouble scannedAt isServed isRescannable isDescribable isHeld`,
    relations: { uploadedBy: 'colleague', identifiers: 'same' },
  },
  DeletedRecord: {
    attributes:
      'id fileName fileSize mimeType sha256 createdAt deletedAt deleteReason purgesAt purgedAt isHeld',
    relations: { uploadedBy: 'colleague', deletedBy: 'colleague' },
  },
  LegalHold: {
    attributes: 'id reason placedAt liftReason liftedAt',
    relations: { patient: 'same', placedBy: 'colleague', liftedBy: 'colleague' },
  },
  ChartRestriction: { attributes: 'id reason restrictedAt', relations: { restrictedBy: 'colleague' } },
  LockedChart: { attributes: 'id firstName lastName' },
  NewSinceVisit: {
    attributes: 'since patientsAdded consentsSigned consentsDeclined recordsAdded notesAdded',
  },
  TimelineEvent: {
    attributes: 'id action resourceType description subject scheduledAt reason userName createdAt',
  },
  NamedPatient: { attributes: 'id firstName lastName' },
  NewForMe: { attributes: 'id firstName lastName isAdded isSigned isDeclined recordsAdded' },
  PossibleDuplicate: { attributes: 'id firstName lastName dateOfBirth phone status' },
  BreakGlass: {
    attributes: 'id reason begunAt endsAt remark reviewedAt',
    // Only for administrators, who may see every patient.
    relations: { user: 'colleague', patient: 'same', reviewedBy: 'colleague' },
  },
  Forwarding: {
    attributes: `id state basis basisReference basisReason purpose note consentSignedAt createdAt expiresAt openedAt
      downloads endedAt`,
    relations: { recipient: 'colleague', forwardedBy: 'colleague', records: 'same' },
  },
  ForwardedRecord: { attributes: 'recordId fileName sha256' },
  Disclosure: {
    attributes: `id kind forwardingId recordId fileName sha256 purpose basis basisReference consentSignedAt consentRequestId createdAt`,
    relations: { recipient: 'colleague', disclosedBy: 'colleague' },
  },
  ManualDisclosure: {
    attributes: `id disclosedOn channel recipientName recipientAddress content purpose basis basisReference
      consentRequestId documentPath enteredAt strikeReason struckAt`,
    relations: { enteredBy: 'colleague', suspension: 'same' },
  },
  PatientRequest: {
    attributes: 'id kind details receivedOn dueOn extendedOn extensionReason answeredOn outcome denialReason',
    relations: { patient: 'same', recordedBy: 'colleague', answeredBy: 'colleague' },
  },
  AccountingSuspension: { attributes: 'agency isOral statedOn endsOn recordedBy recordedAt' },
  EnteredDisclosure: {
    attributes: 'id enteredBy documentPath struckBy struckAt strikeReason canSuspend',
    relations: { suspension: 'same' },
  },
  AccountingEntry: {
    attributes: `firstAt lastAt count recipientName recipientAddress content purpose basis basisReference
      consentRequestId`,
    relations: { entered: 'same' },
  },
  AccountingStatement: {
    attributes: 'clinicName patientName fromDay toDay',
    relations: { required: 'same', authorized: 'same', suspended: 'same', struck: 'same', requests: 'same' },
  },
  DisclosureDocument: { attributes: 'fileName mimeType content' },
  MovedRecord: { attributes: 'mistakes', relations: { record: 'same' } },
  ForwardingMade: { attributes: 'path isMailed', relations: { forwarding: 'same', patient: 'same' } },
  ForwardingLink: { attributes: 'path email expiresAt' },
  ForwardingInvitation: { attributes: 'clinicName files expiresAt' },
  OpenedForwarding: {
    attributes: 'clinicName patientName forwardedBy purpose note expiresAt consentSignedAt authorizedScope',
    relations: { records: 'same' },
  },
  OpenedRecord: {
    attributes:
      'id fileName fileSize mimeType description imageDescription category serviceDate accompanyingStatement sha256',
  },
  ForwardedFile: { attributes: 'fileName mimeType content' },
  ForwardedArchive: { attributes: 'content' },
  RecordFile: { attributes: 'fileName mimeType fileSize content' },
  PatientStatusChange: {
    attributes: 'id from to reason days changedAt',
    relations: { changedBy: 'colleague' },
  },
  Task: {
    attributes:
      'id title description unattended status priority dueDate completedAt createdAt updatedAt version',
    // An attorney sees tasks on their own patients and own tasks without a patient. So the patient is always theirs.
    relations: { patient: 'same', assignedTo: 'colleague', createdBy: 'colleague', identifiers: 'same' },
  },
  Appointment: {
    attributes: `id patientId providerId unattended scheduledAt duration status location notes isConsultation
      isDoubleBooked cancelReason arrivedAt patientAnswer patientAnsweredAt createdAt updatedAt version`,
    relations: { patient: 'same', provider: 'colleague', createdBy: 'colleague', identifiers: 'same' },
  },
  AppointmentDay: { attributes: 'day providerId count' },
  OutsideHours: { attributes: 'count nextAt' },
  WorkingHours: { attributes: 'id providerId weekday startsAt endsAt' },
  Closure: {
    attributes: 'id providerId startsAt endsAt reason appointmentCount createdAt',
    relations: { provider: 'colleague', createdBy: 'colleague' },
  },
  BusyTime: { attributes: 'of scheduledAt duration' },
  FreeSlots: { attributes: 'slots nextFrom' },
  CalendarFile: { attributes: 'fileName content' },
  CalendarFeed: { attributes: 'id createdAt lastReadAt' },
  CreatedCalendarFeed: { attributes: 'address', relations: { calendarFeed: 'same' } },
  Alert: { attributes: 'id type patientId message isRead createdAt' },
  Counts: { attributes: 'patients unsignedConsents openTasks unreadAlerts formsToReview' },
  AlertsChange: { attributes: 'unreadCount', relations: { alert: 'same' } },
  // Only IDs and words. The record was visible to the subscriber when it changed.
  Change: { attributes: 'action resourceType resourceId patientId at' },
  // The same of the past, for objects that the caller can see now or has just lost.
  FeedChange: { attributes: 'action resourceType resourceId patientId at isOwn' },
  FeedPage: { attributes: 'cursor hasMore', relations: { changes: 'same' } },
  User: { attributes: 'id firstName lastName firm role isServiceAccount' },
  Account: {
    attributes:
      'id email firstName lastName firm role isActive mustChangePassword hasSecondFactor secondFactorDueAt hasPassword hasSignOn invitationExpiresAt lockedUntil profileImageUrl isServiceAccount createdAt',
    relations: { owner: 'colleague', identifiers: 'same' },
  },
  AssignedWork: { attributes: 'patients openTasks appointments', relations: { user: 'colleague' } },
  ReassignedWork: { attributes: 'patients openTasks appointments' },
  BlockedAddress: { attributes: 'address blockedUntil' },
  UserInvitation: { attributes: 'link expiresAt', relations: { user: 'same' } },
  SignOnConnection: { attributes: 'id name isConnected' },
  SecondFactors: {
    attributes: 'recoveryCodesLeft dueAt',
    relations: { authenticatorApp: 'same', passkeys: 'same' },
  },
  Passkey: { attributes: 'id name isSynced createdAt lastUsedAt' },
  PasskeyChallenge: { attributes: 'challengeId options' },
  AddedPasskey: { attributes: 'recoveryCodes', relations: { passkey: 'same' } },
  AuthenticatorApp: { attributes: 'createdAt lastUsedAt' },
  NewAuthenticator: { attributes: 'secret uri' },
  OpenSession: { attributes: 'id createdAt seenAt endsAt ipAddress userAgent isCurrent' },
  Draft: { attributes: 'id form subjectId savedAt', relations: { content: 'same' } },
  DraftField: { attributes: 'name value' },
  DebugSession: { attributes: 'isAuthenticated role createdAt seenAt endsAt' },
  Viewer: {
    attributes:
      'id email firstName lastName role mustChangePassword mustAddFactor hasSecondFactor profileImageUrl noticeMinutes emailAlerts',
  },
  ProfileImage: { attributes: 'contentBase64 mimeType' },
  ClinicSettings: { attributes: 'set', relations: { inForce: 'same', standard: 'same', logo: 'same' } },
  ClinicLogo: { attributes: 'url width height' },
  ClinicSettingValues: {
    attributes: `name timeZone phone address sessionIdleMinutes sessionMaxHours sessionIdleMinutesAdmin sessionMaxHoursAdmin sessionIdleMinutesStaff sessionMaxHoursStaff sessionIdleMinutesAttorney sessionMaxHoursAttorney consentLinkDays reminderFirstDays
      reminderEveryDays remindersMax visitReminderFirstDays visitReminderLastDays identityCheck adultAge keepDeletedDays recordsBeforeConsent defaultRecipientName defaultRecipientFirm
      defaultRecipientAddress secondFactorRoles secondFactorGraceDays`,
  },
  ClinicSetup: { attributes: 'isShown isDismissed isOpenByUpgrade isSample', relations: { steps: 'same' } },
  SetupStep: { attributes: 'name isDone missing' },
  SystemStatus: {
    attributes: 'mode version timeZone ignoresProxy',
    relations: { parts: 'same', trail: 'same' },
  },
  SystemPart: { attributes: 'name state' },
  TrailState: { attributes: 'checkedAt isIntact' },
  SigningSetup: {
    attributes: 'provider rejectedAt open inTrouble',
    relations: { remote: 'same', lastEvent: 'same' },
  },
  RemoteSigning: { attributes: 'server accountId webhookKeys' },
  ProviderEvent: { attributes: 'event receivedAt outcome' },
  ConnectionTest: { attributes: 'isWorking message' },
  SignInPayload: { attributes: 'message', relations: { user: 'same' } },
  ConsentTemplate: {
    attributes: 'id name isDefault archivedAt createdAt',
    relations: { latest: 'same', sent: 'same' },
  },
  ConsentTemplateVersion: {
    attributes:
      'id number title body validDays asksWitness asksInterpreter sha256 hashScheme lacks createdAt',
    relations: { createdBy: 'colleague', spanish: 'same' },
  },
  SpanishText: { attributes: 'title body lacks' },
  TemplatePreview: { attributes: 'document lacks', relations: { problems: 'same' } },
  TemplateProblem: { attributes: 'line message' },
  SavedView: { attributes: 'id name query isShared isMine' },
  ApiKey: {
    attributes: 'id name role scopes scope createdAt expiresAt lastUsedAt revokedAt isUsable documentCount',
    relations: { user: 'colleague', createdBy: 'colleague' },
  },
  ApiKeyDocument: { attributes: 'hash name text createdAt' },
  Webhook: {
    attributes: `id version name url types apiKeyId apiKeyName isOn offAt offReason failingSince nextAttemptAt createdAt`,
    relations: { createdBy: 'colleague' },
  },
  WebhookMessage: {
    attributes: `id isTest changes body createdAt attempts lastAttemptAt lastStatus lastProblem lastMs acceptedAt`,
  },
  CreatedWebhook: { attributes: 'secret', relations: { webhook: 'same' } },
  CreatedApiKey: { attributes: 'secret', relations: { apiKey: 'same' } },
  AuditLog: {
    attributes: `id action resourceType resourceId userId userName userRole patientId patientName details ipAddress
      userAgent createdAt patientScope patientIds`,
  },
  PatientAccess: {
    attributes: `id action resourceType resourceId description userId userName userRole apiKeyName ipAddress
      userAgent createdAt`,
  },
  PatientEdit: {
    attributes: 'id userId userName userRole recordId recordName isAsRecorded createdAt',
    relations: { changes: 'same' },
  },
  PatientFieldEdit: { attributes: 'field from to' },
  Activity: { attributes: 'id action resourceType description userName patientId patientName createdAt' },
  AuditIntegrity: {
    attributes: 'checkedAt digest isIntact isSinceChecked rows rowsSince',
    relations: { brokenLink: 'same' },
  },
  TimeStamp: { attributes: 'service stampedAt isLate' },
  LockedCopy: { attributes: 'copiedAt isLate' },
  TreeHead: {
    attributes: 'size rootHash signedAt isLate mailedAt',
    relations: { timeStamps: 'same', lockedCopy: 'same' },
  },
  // Each report covers only what its reader may see. The statements list the scopes of the root fields.
  DataExport: {
    attributes: 'id kind patientId state percent bytes sha256 content error createdAt expiresAt',
    relations: { requestedBy: 'colleague' },
  },
  PatientImport: {
    attributes: `id state fileName fileSize encoding delimiter rowsTotal rowsDone created duplicates refused
      possibleDuplicates error dateOrder withoutEmail status assignedAttorneyId identifierSystem createdAt finishedAt`,
    relations: { requestedBy: 'colleague', mapping: 'same' },
  },
  PatientImportMapping: { attributes: 'column field' },
  PatientImportColumns: { attributes: 'dateOrder', relations: { columns: 'same' } },
  PatientImportColumn: { attributes: 'column name samples guess' },
  PatientImportRow: {
    attributes: 'line outcome patientId sameAs possibleDuplicateId',
    relations: { problems: 'same' },
  },
  PatientImportProblem: { attributes: 'field message' },
  BulkJob: {
    attributes: 'id kind state rowsTotal done skipped error isUndo canUndo createdAt finishedAt',
  },
  // The patient is `null` for a caller who cannot see them now.
  Reminder: { attributes: 'kind language clinicName clinicPhone scheduledAt answer isStopped' },
  ConsentLanguagePreview: { attributes: 'englishCount', relations: { englishPatients: 'same' } },
  AssignmentPreview: {
    attributes: 'unnamedCount openCount openTaskCount appointmentCount',
    relations: { unnamedPatients: 'same', openPatients: 'same', formerAssignees: 'colleague' },
  },
  BulkJobRow: { attributes: 'position outcome reason', relations: { patient: 'same' } },
  ConsentFunnel: { attributes: 'added sent signed ready medianDaysToSend medianDaysToSign' },
  ClinicReport: {
    attributes: 'fromDay toDay',
    relations: {
      signedByWeek: 'same',
      signedByAttorney: 'same',
      signedByTemplate: 'same',
      funnel: 'same',
      oldestWaiting: 'same',
      visitsByWeek: 'same',
      forwardedByWeek: 'same',
    },
  },
  SignedWeek: { attributes: 'week signed' },
  SignedOf: { attributes: 'id name signed medianDays' },
  FunnelStep: { attributes: 'status reached here dropped' },
  WaitingPatient: { attributes: 'id firstName lastName status since attorney' },
  VisitWeek: { attributes: 'week visits noShows cancelled' },
  ForwardedWeek: { attributes: 'week forwardings records' },
  ReportPart: { attributes: 'columns rows endCursor hasNextPage' },
  BrokenLink: { attributes: 'kind lane position rowId' },
  ConsentForm: { attributes: 'content contentBase64 fileName mimeType sha256' },
  AuthorityProofFile: { attributes: 'content fileName mimeType' },
  HandedOver: { attributes: 'pass path' },
  Identified: { attributes: 'pass' },
  RequestOutcome: { attributes: 'copyPath endedAt ending' },
  IdentityCode: { attributes: 'codeExpiresAt' },
  SignedCopy: { attributes: 'isForRecipient language pdfBase64 sha256' },
  SignedCopyState: {
    attributes: 'asksDateOfBirth clinicName expiresAt isForRecipient language sha256 signedAt',
  },
  SigningInvitation: { attributes: 'clinicName document expiresAt' },
  SignedFormCheck: { attributes: 'isOurs isOurSeal signedAt stampedAt scanFiledAt scanSealedAt' },
  SigningOutcome: { attributes: 'language outcome' },
  SigningView: { attributes: 'url' },
  SigningLink: { attributes: 'email expiresAt path sentAt' },
  SigningProgress: {
    attributes: `channel clinicName codeExpiresAt disclosureAgreedAt expiresAt hasProof identityCheck language lines needsRepresentative openedAt
      paperRequestedAt step`,
  },
  SigningReceipt: { attributes: 'copyPath pass pdfBase64 sha256 signedAt' },
  DashboardStats: {
    attributes: 'totalPatients pendingConsent consentSigned schedulable',
    relations: { trends: 'same' },
  },
  DashboardTrends: {
    attributes: 'addedThisWeek oldestPendingSince medianDaysToSign',
    relations: { stays: 'same' },
  },
  MedianStay: { attributes: 'status medianDays' },
  StatusCount: { attributes: 'status count' },
  PageInfo: { attributes: 'endCursor hasNextPage hasPreviousPage startCursor' },
  QueryPatientsConnection: { attributes: 'totalCount isTotalExact', relations: { statusCounts: 'same' } },
  RoleCount: { attributes: 'role count' },
  QueryUsersConnection: { attributes: 'totalCount', relations: { roleCounts: 'same' } },
  QueryTasksConnection: { attributes: '', relations: { counts: 'same' } },
  TaskCounts: { attributes: 'overdue today later done isExact' },
  QueryAppointmentsConnection: { attributes: 'totalCount isTotalExact' },
  QueryAlertsConnection: { attributes: 'unreadCount' },
  QueryAuditLogsConnection: { attributes: 'totalCount trailCount' },
}
