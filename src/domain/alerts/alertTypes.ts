import { accountingPath, paths, patientConsentPath, patientPath } from '../access/screens.ts'

/** Who gets an alert. `named` are the users that the operation names, such as the provider of an appointment. */
type Recipient = 'creator' | 'assignee' | 'administrators' | 'named'

/** The rules of one alert type. */
type Row = {
  to: readonly Recipient[]
  /** Recipients who caused the event themselves are alerted too. Set for security events. */
  includesActor?: true
  /** The sentence in the app. */
  sentence: (facts: never) => string
  /** The page to which the alert links; `null` if there is nothing more to see. */
  path: (patientId: string | null) => string | null
  /** The sentence of the e-mail copy, which gives the event but no names; `null` if no copy is sent. */
  mail: string | null
  /** Also e-mailed to users who turned copies off, and not obsolete once it is read. Set for events of their account. */
  isAlwaysMailed?: true
}

/** A user's name, which is read by ID. */
type Name = string | null
type Patient = { patient: { firstName: string; lastName: string } }
/** The alert names no patient. */
type Unnamed = { patient?: undefined }
type Reason = { reason?: string | undefined }
type Appointment = Patient & { isConsultation: boolean }
/** An import sends one alert for all its patients or records. */
type Imported = Unnamed & { imported: number }

const nameOf = ({ patient: { firstName, lastName } }: Patient) => `${firstName} ${lastName}`
const because = ({ reason }: Reason) => (reason ? `: ${reason}` : '')
const visitWith = (facts: Appointment) =>
  `${facts.isConsultation ? 'A consultation' : 'An appointment'} with ${nameOf(facts)}`

const chart = (patientId: string | null) => (patientId === null ? null : patientPath(patientId))
const page = (path: string) => () => path

/**
 * The alert types with their rules (DECISIONS, "People and alerts"), in one place. An alert type of the
 * database without a row here does not compile, nor does a row without its type in the database.
 */
const rows = {
  consent_signed: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient) => `${nameOf(facts)} signed the consent form`,
    path: chart,
    mail: 'A consent form was signed',
  },
  consent_copy: {
    to: ['named'],
    sentence: (facts: Patient) =>
      `${nameOf(facts)} signed a form that names you as a recipient. Your copy is in the chart`,
    path: (patientId) => (patientId === null ? null : patientConsentPath(patientId)),
    mail: 'A patient signed a form that names you as a recipient',
  },
  consent_review: {
    to: ['creator', 'administrators'],
    sentence: (facts: Patient) => `The signed form of ${nameOf(facts)} waits for your review`,
    path: chart,
    mail: 'A signed consent form waits for review',
  },
  consent_rejected: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) =>
      `The signed form of ${nameOf(facts)} was rejected in the review${because(facts)}`,
    path: chart,
    mail: 'A signed consent form was rejected',
  },
  consent_declined: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) => `${nameOf(facts)} declined the consent form${because(facts)}`,
    path: chart,
    mail: 'A consent form was declined',
  },
  consent_expired: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) => `The consent request for ${nameOf(facts)} has expired`,
    path: chart,
    mail: 'A consent request has expired',
  },
  consent_voided: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) =>
      `The consent request for ${nameOf(facts)} was voided${because(facts)}`,
    path: chart,
    mail: 'A consent request was voided',
  },
  consent_revoked: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) => `${nameOf(facts)} revoked the consent${because(facts)}`,
    path: chart,
    mail: 'A consent was revoked',
  },
  consent_partly_revoked: {
    to: ['creator', 'assignee'],
    // Neither the recipient nor the category is named, because the assignee may not know about them.
    sentence: (facts: Patient) => `${nameOf(facts)} revoked a part of the consent`,
    path: chart,
    mail: 'A part of a consent was revoked',
  },
  authorization_ended: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient) => `The authorization of ${nameOf(facts)} has ended`,
    path: chart,
    mail: 'An authorization has ended',
  },
  paper_copy_requested: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient) => `${nameOf(facts)} asks for the consent form on paper`,
    path: chart,
    mail: 'A patient asked for a paper consent form',
  },
  call_wanted: {
    to: ['creator', 'assignee', 'named'],
    sentence: (facts: Patient) => `${nameOf(facts)} asks for a call, in answer to a reminder`,
    path: chart,
    mail: 'A patient asks for a call',
  },
  patient_assigned: {
    to: ['assignee', 'named'],
    sentence: (facts: Patient | Imported) => {
      if (facts.patient) return `${nameOf(facts)} was assigned to you`
      return facts.imported === 1
        ? 'An imported patient was assigned to you'
        : `${facts.imported.toLocaleString('en-US')} imported patients were assigned to you`
    },
    path: chart,
    mail: 'A patient was assigned to you',
  },
  patient_dropped: {
    to: ['creator', 'administrators'],
    sentence: (facts: Patient) => `${nameOf(facts)} was dropped from the caseload`,
    path: chart,
    mail: 'A patient was dropped from the caseload',
  },
  record_uploaded: {
    to: ['assignee', 'named'],
    sentence: (facts: Patient | Imported) => {
      if (facts.patient) return `A record of ${nameOf(facts)} was uploaded`
      return facts.imported === 1
        ? 'A record was imported for one of your patients'
        : `${facts.imported.toLocaleString('en-US')} records were imported for your patients`
    },
    path: chart,
    mail: 'A record was uploaded',
  },
  record_damaged: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ recordId }: { recordId: string }) =>
      `The file of a record is damaged or missing and can no longer be opened. In the audit log, look for record ${recordId}.`,
    path: page(paths.auditLogs),
    mail: 'A stored file is damaged or missing',
  },
  record_infected: {
    to: ['assignee', 'administrators', 'named'],
    includesActor: true,
    sentence: (facts: Patient | Unnamed) =>
      facts.patient
        ? `Harmful software was found in a record of ${nameOf(facts)}. The file is quarantined and cannot be opened`
        : 'An uploaded file was refused because it may contain harmful software. The audit log shows who uploaded it and when.',
    // Without a patient, the file was rejected before it belonged to one.
    path: (patientId) => chart(patientId) ?? paths.auditLogs,
    mail: 'Harmful software was found in a file',
  },
  records_forwarded: {
    to: ['named'],
    // The patient is named only to a user who can see the patient.
    sentence: (facts: Patient | Unnamed) =>
      facts.patient
        ? `Records of ${nameOf(facts)} were forwarded to you`
        : 'Medical records were forwarded to you through a link',
    path: chart,
    // The link has its own e-mail.
    mail: null,
  },
  accounting_due: {
    to: ['administrators', 'named'],
    sentence: (facts: Patient & { dueOn: string; isOverdue: boolean }) =>
      facts.isOverdue
        ? `The accounting of disclosures that ${nameOf(facts)} requested is overdue since ${facts.dueOn}`
        : `The accounting of disclosures that ${nameOf(facts)} requested is due on ${facts.dueOn}`,
    path: (patientId) => (patientId === null ? null : accountingPath(patientId)),
    mail: 'A patient’s request for an accounting of disclosures is due',
  },
  task_assigned: {
    to: ['named'],
    sentence: ({ title }: { title: string }) => `A task was assigned to you: ${title}`,
    path: page(paths.tasks),
    mail: 'A task was assigned to you',
  },
  task_due: {
    to: ['named'],
    sentence: ({ title }: { title: string }) => `Due now: ${title}`,
    path: page(paths.tasks),
    mail: 'One of your tasks is due',
  },
  appointment_created: {
    to: ['named'],
    sentence: (facts: Appointment) => `${visitWith(facts)} was scheduled`,
    path: page(paths.schedule),
    mail: 'Your appointment was scheduled',
  },
  appointment_changed: {
    to: ['named'],
    sentence: (facts: Appointment) => `${visitWith(facts)} was changed`,
    path: page(paths.schedule),
    mail: 'Your appointment was changed',
  },
  appointment_cancelled: {
    to: ['named'],
    sentence: (facts: Appointment) => `${visitWith(facts)} was cancelled`,
    path: page(paths.schedule),
    mail: 'Your appointment was cancelled',
  },
  account_locked: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ user, until }: { user: string; until: string }) =>
      `Sign-in for ${user} is locked until ${until}`,
    path: page(paths.users),
    mail: 'An account was locked',
  },
  administrator_added: {
    to: ['administrators'],
    includesActor: true,
    sentence: (facts: RoleChange | { by: Name; user: Name; from?: undefined }) =>
      facts.from === undefined ? `${facts.by} added ${facts.user} as an administrator` : roleChanged(facts),
    path: page(paths.users),
    mail: 'A user became an administrator',
  },
  administrator_recovered: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ user }: { user: string }) =>
      `${user} was made an administrator with a new password on the server’s command line`,
    path: page(paths.users),
    mail: 'An administrator’s account was recovered on the server',
  },
  new_device: {
    to: ['named'],
    includesActor: true,
    sentence: ({ device, ipAddress, at }: { device: string; ipAddress: string | null; at: string }) =>
      `Your account was used on a new device on ${at}: ${device}, ${ipAddress ?? 'unknown address'}. If this wasn’t you, report it under Sessions in Settings`,
    path: page(paths.settings),
    mail: 'Your account was used on a new device',
    isAlwaysMailed: true,
  },
  sign_on_connected: {
    to: ['named'],
    includesActor: true,
    sentence: ({ provider, at }: { provider: string; at: string }) =>
      `${provider} was connected to your account on ${at}. If this wasn’t you, tell an administrator`,
    path: page(paths.settings),
    mail: 'Single sign-on was connected to your account',
    isAlwaysMailed: true,
  },
  session_reported: {
    to: ['administrators', 'named'],
    includesActor: true,
    sentence: ({ user }: { user: string }) =>
      `${user} reported a session that was not theirs. All sessions ended, and the next sign-in asks for a new password`,
    path: page(paths.users),
    mail: 'A user reported an unknown session',
  },
  role_changed: {
    to: ['administrators'],
    includesActor: true,
    sentence: (facts: RoleChange) => roleChanged(facts),
    path: page(paths.users),
    mail: 'The role of a user was changed',
  },
  api_key_created: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ by, key, user }: { by: Name; key: string; user: Name }) =>
      `${by} created the API key “${key}”, which can make changes as ${user}`,
    path: page(paths.settings),
    mail: 'An API key that can make changes was created',
  },
  service_account_handed_over: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ count, from, to }: { count: number; from: Name; to: Name }) =>
      `${count === 1 ? '1 service account' : `${count} service accounts`} of ${from} was transferred to ${to}`,
    path: page(paths.users),
    mail: 'A service account has a new owner',
  },
  key_created_account: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ key, user, role }: { key: string; user: string; role: string }) =>
      `The API key “${key}” created an account for ${user} (${role})`,
    path: page(paths.users),
    mail: 'An API key created an account',
  },
  invitation_accepted: {
    to: ['administrators'],
    sentence: ({ user }: { user: string }) => `${user} accepted the invitation and set a password`,
    path: page(paths.users),
    mail: 'A user accepted an invitation',
  },
  password_reset_by_link: {
    to: ['named'],
    includesActor: true,
    sentence: ({ at }: { at: string }) =>
      `Your password was reset through a link in an e-mail on ${at}. If this wasn’t you, tell an administrator`,
    path: page(paths.settings),
    mail: 'Your password was reset',
    isAlwaysMailed: true,
  },
  second_factor_added: {
    to: ['named'],
    includesActor: true,
    sentence: (_facts: Unnamed) => 'An authenticator app was set up for your account',
    path: page(paths.settings),
    mail: 'A second factor was added to your account',
  },
  second_factor_removed: {
    to: ['named'],
    includesActor: true,
    sentence: (_facts: Unnamed) => 'The authenticator app was removed from your account',
    path: page(paths.settings),
    mail: 'A second factor was removed from your account',
  },
  second_factor_reset: {
    to: ['named', 'administrators'],
    includesActor: true,
    sentence: ({ by, user, ...facts }: { by: Name; user: Name } & Reason) =>
      `${by} reset the second factor of ${user}${because(facts)}`,
    path: page(paths.settings),
    mail: 'A second factor was reset',
  },
  recovery_code_used: {
    to: ['named'],
    includesActor: true,
    sentence: ({ left }: { left: number }) =>
      `A recovery code was used for your account. ${left === 1 ? '1 code is' : `${left} codes are`} left`,
    path: page(paths.settings),
    mail: 'A recovery code of your account was used',
  },
  webhook_rejected: {
    to: ['administrators'],
    includesActor: true,
    sentence: (_facts: Unnamed) =>
      'Messages that claim to come from DocuSign were rejected because their signature is invalid',
    path: chart,
    mail: 'A message from the e-signature provider was rejected',
  },
  audit_chain_broken: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ damage }: { damage: string }) => `The audit log was altered. ${damage}`,
    path: page(paths.auditLogs),
    mail: 'The audit log was altered',
  },
  evidence_head_late: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ since }: { since: string }) =>
      `The audit log has had no newly signed tree head since ${since}. Acts since then can be changed without a trace outside the database`,
    path: page(paths.auditLogs),
    mail: 'The audit log is not being signed',
  },
  data_exported: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ user, step }: { user: string; step: 'ready' | 'downloaded' }) =>
      step === 'ready'
        ? `An export of all data is ready for ${user}`
        : `${user} downloaded an export of all data`,
    path: chart,
    mail: 'All data was exported',
  },
  mail_failed: {
    to: ['administrators', 'named'],
    sentence: (facts: Patient | Unnamed) =>
      facts.patient
        ? `An e-mail to ${nameOf(facts)} could not be delivered`
        : 'E-mail to clinic users could not be delivered. System Information lists the failed e-mails.',
    path: chart,
    // A copy would be another e-mail that may fail.
    mail: null,
  },
  break_glass: {
    to: ['administrators'],
    sentence: (facts: Patient & { by: string; reason: string; times: number }) =>
      `${facts.by} broke the glass to open the chart of ${nameOf(facts)}${facts.times > 1 ? ` (${facts.times} charts within an hour)` : ''}${because(facts)}`,
    // Opens the list of break-the-glass accesses.
    path: page(`${paths.auditLogs}?breakGlass=open`),
    mail: 'A restricted chart was opened by breaking the glass',
  },
} satisfies Record<string, Row>

type RoleChange = { by: Name; user: Name; from: string; to: string }
const roleChanged = ({ by, user, from, to }: RoleChange) =>
  `${by} changed the role of ${user} from ${from} to ${to}`

export type AlertType = keyof typeof rows
export const alertTypeNames = Object.keys(rows) as AlertType[]

/** What the sentence of an alert type is made of. */
export type AlertFacts<Type extends AlertType> = Parameters<(typeof rows)[Type]['sentence']>[0]

export const alertTypes: {
  readonly [Type in AlertType]: Omit<Row, 'sentence'> & {
    sentence: (facts: AlertFacts<Type>) => string
  }
} = rows

/** The users that an operation may name as recipients of an alert type. */
export type NamedRecipients<Type extends AlertType> = 'named' extends (typeof rows)[Type]['to'][number]
  ? readonly string[]
  : never
