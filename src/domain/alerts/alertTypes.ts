import { accountingPath, type ChartTab, paths, patientPath } from '../access/screens.ts'
import { type PatientRequestKind, patientRequestLabels } from '../patientRequests/patientRequest.ts'
import { accountAlerts } from './accountAlerts.ts'
import { because, page, type Reason, type Row, type Unnamed } from './alertRow.ts'

type Patient = { patient: { firstName: string; lastName: string } }
type Appointment = Patient & { isConsultation: boolean }
/** An import sends one alert for all its patients or records. */
type Imported = Unnamed & { imported: number }
/** Several patients who were assigned at once. */
type Assigned = Unnamed & { assigned: number }

const nameOf = ({ patient: { firstName, lastName } }: Patient) => `${firstName} ${lastName}`
const visitWith = (facts: Appointment) =>
  `${facts.isConsultation ? 'A consultation' : 'An appointment'} with ${nameOf(facts)}`
const tabOfChart = (tab?: ChartTab) => (patientId: string | null) =>
  patientId === null ? null : patientPath(patientId, tab)
const chart = tabOfChart()
const consentTab = tabOfChart('consent')
const recordsTab = tabOfChart('records')

/**
 * The alert types with their rules (DECISIONS, "People and alerts"), in one place. An alert type of the
 * database without a row here does not compile, nor does a row without its type in the database.
 */
const rows = {
  consent_signed: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient) => `The consent form of ${nameOf(facts)} was signed`,
    path: chart,
    mail: 'A consent form was signed',
    mailOfSeveral: 'Consent forms were signed',
  },
  consent_copy: {
    to: ['named'],
    sentence: (facts: Patient) =>
      `The signed form of ${nameOf(facts)} names you as a recipient. Your copy is in the chart`,
    path: consentTab,
    mail: 'A signed form names you as a recipient',
    mailOfSeveral: 'Signed forms name you as a recipient',
  },
  consent_review: {
    to: ['creator', 'administrators'],
    sentence: (facts: Patient) => `The signed form of ${nameOf(facts)} waits for your review`,
    path: consentTab,
    mail: 'A signed consent form waits for review',
  },
  consent_rejected: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) =>
      `The signed form of ${nameOf(facts)} was rejected in the review${because(facts)}`,
    path: consentTab,
    mail: 'A signed consent form was rejected',
  },
  consent_declined: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) => `${nameOf(facts)} declined the consent form${because(facts)}`,
    path: consentTab,
    mail: 'A consent form was declined',
  },
  consent_expired: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) => `The consent request for ${nameOf(facts)} has expired`,
    path: consentTab,
    mail: 'A consent request has expired',
    mailOfSeveral: 'Consent requests have expired',
  },
  consent_voided: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) =>
      `The consent request for ${nameOf(facts)} was voided${because(facts)}`,
    path: consentTab,
    mail: 'A consent request was voided',
  },
  consent_revoked: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & Reason) => `${nameOf(facts)} revoked the consent${because(facts)}`,
    path: consentTab,
    mail: 'A consent was revoked',
  },
  consent_partly_revoked: {
    to: ['creator', 'assignee'],
    // Neither the recipient nor the category is named, because the assignee may not know about them.
    sentence: (facts: Patient) => `${nameOf(facts)} revoked a part of the consent`,
    path: consentTab,
    mail: 'A part of a consent was revoked',
  },
  authorization_ending: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & { endsOn: string }) =>
      `The authorization of ${nameOf(facts)} ends on ${facts.endsOn}`,
    path: consentTab,
    mail: 'An authorization ends soon',
    mailOfSeveral: 'Authorizations end soon',
  },
  authorization_ended: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient) => `The authorization of ${nameOf(facts)} has ended`,
    path: consentTab,
    mail: 'An authorization has ended',
    mailOfSeveral: 'Authorizations have ended',
  },
  paper_copy_requested: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient) => `${nameOf(facts)} asks for the consent form on paper`,
    path: consentTab,
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
    sentence: (facts: Patient | Imported | Assigned) => {
      if (facts.patient) return `${nameOf(facts)} was assigned to you`
      if ('assigned' in facts)
        return `${facts.assigned.toLocaleString('en-US')} patients were assigned to you`
      return facts.imported === 1
        ? 'An imported patient was assigned to you'
        : `${facts.imported.toLocaleString('en-US')} imported patients were assigned to you`
    },
    path: (patientId) => (patientId === null ? paths.patients : chart(patientId)),
    mail: 'A patient was assigned to you',
    mailOfSeveral: 'Patients were assigned to you',
  },
  patient_died: {
    to: ['creator', 'assignee'],
    sentence: (facts: Patient & { diedOn: string }) => `${nameOf(facts)} died on ${facts.diedOn}`,
    path: chart,
    mail: 'A patient has died',
  },
  patient_dropped: {
    to: ['creator', 'administrators'],
    sentence: (facts: Patient) => `${nameOf(facts)} was dropped from the caseload`,
    path: chart,
    mail: 'A patient was dropped from the caseload',
    mailOfSeveral: 'Patients were dropped from the caseload',
  },
  record_uploaded: {
    to: ['assignee', 'named'],
    sentence: (facts: Patient | Imported) => {
      if (facts.patient) return `A record of ${nameOf(facts)} was uploaded`
      return facts.imported === 1
        ? 'A record was imported for one of your patients'
        : `${facts.imported.toLocaleString('en-US')} records were imported for your patients`
    },
    path: recordsTab,
    mail: 'A record was uploaded',
    mailOfSeveral: 'Records were uploaded',
  },
  record_misfiled: {
    to: ['named'],
    // The patient in whose chart it was is named only to a user who can see that patient.
    sentence: (facts: (Patient | Unnamed) & { fileName: string }) =>
      facts.patient
        ? `The file ${facts.fileName} in the chart of ${nameOf(facts)} is about another patient. Please delete your copies and do not use it`
        : `The file ${facts.fileName}, which you have received, is about another patient. Please delete your copies and do not use it`,
    path: recordsTab,
    mail: 'A file that you received is about another patient. Please delete your copies',
  },
  disclosed_by_mistake: {
    to: ['named'],
    // The patient is named only to a user who can see that patient, as for `record_misfiled`.
    sentence: (facts: (Patient | Unnamed) & { fileName: string }) =>
      facts.patient
        ? `The file ${facts.fileName} in the chart of ${nameOf(facts)} was disclosed to you by mistake. Please delete your copies and do not use it`
        : `The file ${facts.fileName} was disclosed to you by mistake. Please delete your copies and do not use it`,
    path: recordsTab,
    mail: 'A file was disclosed to you by mistake. Please delete your copies',
  },
  mistake_to_assess: {
    to: ['administrators', 'named'],
    includesActor: true,
    sentence: (facts: Patient & { fileName: string }) =>
      `The new category or service date of ${facts.fileName} in the chart of ${nameOf(facts)} shows that it was disclosed by mistake. Check whether this must be reported as a breach`,
    path: (patientId) => patientId && accountingPath(patientId),
    mail: 'A record was disclosed by mistake. Check whether this must be reported as a breach',
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
    path: (patientId) => recordsTab(patientId) ?? paths.auditLogs,
    mail: 'Harmful software was found in a file',
  },
  records_forwarded: {
    to: ['named'],
    // The patient is named only to a user who can see the patient.
    sentence: (facts: Patient | Unnamed) =>
      facts.patient
        ? `Records of ${nameOf(facts)} were forwarded to you`
        : 'Medical records were forwarded to you through a link',
    path: recordsTab,
    // The link has its own e-mail.
    mail: null,
  },
  patient_request_due: {
    to: ['administrators', 'named'],
    sentence: (facts: Patient & { kind: PatientRequestKind; dueOn: string; isOverdue: boolean }) =>
      `${facts.isOverdue ? 'Overdue since' : 'Due on'} ${facts.dueOn}: answer to a request by ${nameOf(facts)} (${patientRequestLabels[facts.kind].toLowerCase()})`,
    path: (patientId) => (patientId === null ? null : accountingPath(patientId)),
    mail: 'The answer to a patient’s request is due',
  },
  task_assigned: {
    to: ['named'],
    sentence: ({ title, count = 1 }: { title: string; count?: number }) =>
      count === 1
        ? `A task was assigned to you: ${title}`
        : `${count.toLocaleString('en-US')} tasks were assigned to you: ${title}`,
    path: page(paths.tasks),
    mail: 'A task was assigned to you',
    mailOfSeveral: 'Tasks were assigned to you',
  },
  task_due: {
    to: ['named'],
    sentence: ({ title }: { title: string }) => `Due now: ${title}`,
    path: page(paths.tasks),
    mail: 'One of your tasks is due',
    mailOfSeveral: 'Some of your tasks are due',
  },
  appointment_created: {
    to: ['named'],
    sentence: (facts: Appointment) => `${visitWith(facts)} was scheduled`,
    path: page(paths.schedule),
    mail: 'Your appointment was scheduled',
    mailOfSeveral: 'Appointments with you were scheduled',
  },
  appointment_changed: {
    to: ['named'],
    sentence: (facts: Appointment) => `${visitWith(facts)} was changed`,
    path: page(paths.schedule),
    mail: 'Your appointment was changed',
    mailOfSeveral: 'Appointments with you were changed',
  },
  appointment_cancelled: {
    to: ['named'],
    sentence: (facts: Appointment) => `${visitWith(facts)} was cancelled`,
    path: page(paths.schedule),
    mail: 'Your appointment was cancelled',
    mailOfSeveral: 'Appointments with you were cancelled',
  },
  ...accountAlerts,
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
  time_stamp_late: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ service, since }: { service: string; since: string }) =>
      `The signed tree heads of the audit log have had no time stamp of ${service} since ${since}`,
    path: page(paths.auditLogs),
    mail: 'The audit log is not being time-stamped',
  },
  locked_copy_late: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ bucket, since }: { bucket: string; since: string }) =>
      `The signed tree heads of the audit log have not been copied to the bucket ${bucket} since ${since}`,
    path: page(paths.auditLogs),
    mail: 'The signed state of the audit log is not being copied',
  },
  server_secret_replaced: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ setting, at }: { setting: string; at: string }) =>
      `The server’s ${setting} was replaced on ${at}. If your operator did not do this, treat it as a security incident`,
    path: page(paths.auditLogs),
    mail: 'A secret of the server was replaced',
  },
  backup_failed: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ step, reason }: { step: 'backup' | 'trial restore'; reason: string }) =>
      `The scheduled ${step} failed. ${reason}`,
    path: page(paths.settings),
    mail: 'A scheduled backup failed',
  },
  data_exported: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ user, step, what }: { user: string; step: 'ready' | 'downloaded'; what: string }) =>
      step === 'ready' ? `${user} can now download ${what}` : `${user} downloaded ${what}`,
    path: chart,
    mail: 'Data was exported',
  },
  mail_failed: {
    to: ['administrators', 'named'],
    sentence: (facts: Patient | Unnamed) =>
      facts.patient
        ? `An e-mail to ${nameOf(facts)} could not be delivered`
        : 'An e-mail could not be delivered. Failed Mail in Settings lists it.',
    path: chart,
    // A copy would be another e-mail that may fail.
    mail: null,
  },
  text_failed: {
    to: ['administrators', 'named'],
    sentence: (facts: Patient) => `A text message to ${nameOf(facts)} could not be delivered`,
    path: chart,
    mail: 'A text message could not be delivered',
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
