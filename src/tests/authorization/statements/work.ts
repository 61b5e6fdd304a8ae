import { BY_LAST_CHANGE, IDENTIFIER } from '../fixtures.ts'
import { OURS } from '../people.ts'
import type { Statement, Statements } from '../statement.ts'
import {
  adminOnly,
  but,
  clinicOnly,
  everyone,
  listOfOwnPatients,
  notByKey,
  ofOwnPatients,
} from '../verdicts.ts'

/** Alerts are private: no other user sees them, not even an administrator. */
const othersAlert = but(everyone, {
  admin: 'not_found',
  staffOther: 'not_found',
  attorneyAssigned: 'not_found',
  attorneyOther: 'not_found',
})

/** Attorneys see only their own working hours and closures. */
const staffSee = but(everyone, { attorneyAssigned: 'empty', attorneyOther: 'empty' })

/** A service account is no provider. */
const ofOneself = but(everyone, { serviceKey: 'not_found' })

/** The times of a provider. Another attorney's would reveal that attorney's patients. */
const ofProviders: Statement[] = [
  {
    about: 'of a colleague',
    verdicts: but(everyone, { attorneyAssigned: 'not_found', attorneyOther: 'not_found' }),
    ask: ({ people }) => ({ providerId: people.staffCreator.id }),
  },
  {
    about: 'of oneself',
    verdicts: everyone,
    ask: (_world, own) => ({ providerId: own }),
  },
]

/** Tasks, alerts and appointments. */
export const workQueries: Statements = {
  counts: { verdicts: everyone },
  tasks: [
    { verdicts: listOfOwnPatients, shows: () => `Call ${OURS}` },
    {
      about: 'on one patient',
      verdicts: listOfOwnPatients,
      ask: ({ chart }) => ({ patientId: chart.id }),
      shows: () => `Call ${OURS}`,
      whenMissing: 'data',
    },
    {
      about: 'by last change',
      verdicts: listOfOwnPatients,
      ask: () => BY_LAST_CHANGE,
      shows: () => `Call ${OURS}`,
    },
  ],
  recentActivity: { verdicts: everyone },
  newSinceVisit: { verdicts: everyone },
  task: [
    { about: 'on a patient', verdicts: ofOwnPatients, ask: ({ task }) => ({ id: task.id }) },
    {
      about: 'of staff, without a patient',
      verdicts: but(everyone, { attorneyAssigned: 'not_found', attorneyOther: 'not_found' }),
      ask: ({ ownTask }) => ({ id: ownTask.id }),
    },
    {
      about: 'of an attorney, without a patient',
      verdicts: ofOwnPatients,
      ask: ({ attorneysTask }) => ({ id: attorneysTask.id }),
    },
  ],
  taskByIdentifier: { verdicts: ofOwnPatients, ask: () => IDENTIFIER },
  appointmentByIdentifier: { verdicts: ofOwnPatients, ask: () => IDENTIFIER },
  appointments: [
    { verdicts: listOfOwnPatients, shows: () => `${OURS} is seen` },
    {
      about: 'of one patient',
      verdicts: listOfOwnPatients,
      ask: ({ chart }) => ({ patientId: chart.id }),
      shows: () => `${OURS} is seen`,
      whenMissing: 'data',
    },
    {
      about: 'by last change',
      verdicts: listOfOwnPatients,
      ask: () => BY_LAST_CHANGE,
      shows: () => `${OURS} is seen`,
    },
  ],
  patientReport: [
    { verdicts: listOfOwnPatients, shows: () => OURS },
    {
      about: 'a search by name',
      verdicts: listOfOwnPatients,
      ask: () => ({ search: OURS }),
      shows: () => OURS,
    },
  ],
  consentReport: { verdicts: listOfOwnPatients, shows: () => OURS },
  taskReport: { verdicts: listOfOwnPatients, shows: () => `Call ${OURS}` },
  appointmentReport: { verdicts: listOfOwnPatients, shows: () => OURS },
  workProductReport: {
    verdicts: {
      ...everyone,
      admin: 'empty',
      staffCreator: 'empty',
      staffOther: 'empty',
      attorneyOther: 'empty',
    },
    shows: ({ workProduct }) => workProduct.id,
  },
  consentFunnel: { verdicts: everyone },
  clinicReport: [
    { verdicts: listOfOwnPatients, shows: () => OURS },
    {
      about: 'of the patients of one attorney',
      verdicts: listOfOwnPatients,
      ask: ({ chart }) => ({ attorneyId: chart.assignedAttorneyId }),
      shows: () => OURS,
      whenMissing: 'data',
    },
  ],
  reportTable: {
    verdicts: listOfOwnPatients,
    ask: () => ({ table: 'oldest_waiting' }),
    shows: () => OURS,
  },
  appointment: { verdicts: ofOwnPatients, ask: ({ appointment }) => ({ id: appointment.id }) },
  appointmentDays: {
    verdicts: listOfOwnPatients,
    ask: () => ({ from: '2026-01-18', to: '2026-01-24' }),
    shows: ({ people }) => people.staffCreator.id,
    whenMissing: 'data',
  },
  appointmentCalendar: { verdicts: ofOwnPatients, ask: ({ appointment }) => ({ id: appointment.id }) },
  calendarFeed: { verdicts: notByKey(everyone) },
  busyTimes: [
    {
      about: 'of the provider of a consultation',
      verdicts: ofOwnPatients,
      ask: ({ chart }) => ({ patientId: chart.id, day: '2026-01-20' }),
    },
    {
      about: 'of a colleague',
      verdicts: but(everyone, { attorneyAssigned: 'not_found', attorneyOther: 'not_found' }),
      ask: ({ people }) => ({ providerId: people.staffCreator.id, day: '2026-01-20' }),
    },
    {
      about: 'of oneself',
      verdicts: everyone,
      ask: (_world, own) => ({ providerId: own, day: '2026-01-20' }),
    },
  ],
  freeSlots: [
    {
      about: 'of the provider of a consultation',
      verdicts: ofOwnPatients,
      ask: ({ chart }) => ({ patientId: chart.id }),
    },
    ...ofProviders,
  ],
  workingHours: [
    {
      verdicts: staffSee,
      shows: ({ people }) => people.colleague.id,
    },
    {
      about: 'of one provider',
      verdicts: staffSee,
      ask: ({ people }) => ({ providerId: people.colleague.id }),
      shows: ({ people }) => people.colleague.id,
      whenMissing: 'data',
    },
  ],
  appointmentsOutsideHours: ofProviders,
  closures: {
    verdicts: staffSee,
    ask: () => ({ from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z' }),
    shows: () => 'Away at a conference',
    whenMissing: 'data',
  },
  alert: [
    {
      about: 'of the creator',
      verdicts: othersAlert,
      ask: ({ creatorsAlert }) => ({ id: creatorsAlert.id }),
    },
    {
      about: 'of an attorney who no longer has the patient',
      verdicts: but(othersAlert, { staffCreator: 'not_found' }),
      ask: ({ staleAlert }) => ({ id: staleAlert.id }),
    },
  ],
  alerts: {
    verdicts: but(everyone, {
      admin: 'empty',
      staffOther: 'empty',
      attorneyAssigned: 'empty',
      attorneyOther: 'empty',
    }),
    shows: () => `${OURS} signed`,
  },
}

/** "Appointments: create, edit, cancel by the clinic; attorneys read those of their patients." */
const appointmentMutations: Statements = {
  bookAppointment: [
    {
      verdicts: clinicOnly,
      ask: ({ chart, people }) => ({
        patientId: chart.id,
        providerId: people.staffOther.id,
        scheduledAt: '2026-01-22T15:00:00Z',
      }),
    },
    {
      about: 'with an attorney who does not have the patient',
      verdicts: but(clinicOnly, { admin: 'invalid', staffCreator: 'invalid', staffOther: 'invalid' }),
      ask: ({ chart, people }) => ({
        patientId: chart.id,
        providerId: people.attorneyOther.id,
        scheduledAt: '2026-01-22T15:00:00Z',
      }),
    },
  ],
  editAppointment: {
    verdicts: clinicOnly,
    ask: ({ appointment }) => ({ appointmentId: appointment.id, notes: 'By the side door' }),
  },
  upsertAppointment: {
    verdicts: clinicOnly,
    ask: () => ({ identifier: IDENTIFIER, notes: 'By the side door' }),
  },
  cancelAppointment: {
    verdicts: clinicOnly,
    ask: ({ appointment }) => ({ appointmentId: appointment.id, cancelReason: 'Snow' }),
  },
  completeAppointment: { verdicts: clinicOnly, ask: ({ begun }) => ({ appointmentId: begun.id }) },
  markNoShow: { verdicts: clinicOnly, ask: ({ begun }) => ({ appointmentId: begun.id }) },
  markArrived: { verdicts: clinicOnly, ask: ({ begun }) => ({ appointmentId: begun.id }) },
  undoArrived: { verdicts: clinicOnly, ask: ({ arrived }) => ({ appointmentId: arrived.id }) },
  undoNoShow: { verdicts: clinicOnly, ask: ({ missed }) => ({ appointmentId: missed.id }) },
}

/** Users set their own availability, administrators everyone's and the clinic's. */
const availabilityMutations: Statements = {
  setWorkingHours: [
    { about: 'of oneself', verdicts: ofOneself, ask: (_world, own) => ({ providerId: own, hours: [] }) },
    {
      about: 'of a colleague',
      verdicts: adminOnly,
      ask: ({ people }) => ({ providerId: people.colleague.id, hours: [] }),
    },
  ],
  addClosure: [
    {
      about: 'of oneself',
      verdicts: ofOneself,
      ask: (_world, own) => ({ providerId: own, ...january }),
    },
    {
      about: 'of a colleague',
      verdicts: adminOnly,
      ask: ({ people }) => ({ providerId: people.colleague.id, ...january }),
    },
    { about: 'of the clinic', verdicts: adminOnly, ask: () => january, whenMissing: 'data' },
  ],
  removeClosure: {
    verdicts: but(adminOnly, { attorneyAssigned: 'not_found', attorneyOther: 'not_found' }),
    ask: ({ closure }) => ({ closureId: closure.id }),
  },
}
const january = { startsAt: '2026-01-20T05:00:00Z', endsAt: '2026-01-21T05:00:00Z' }

/** "Tasks: all by the clinic; by attorneys those on their patients, and own tasks without a patient." */
export const workMutations: Statements = {
  addTask: [
    {
      about: 'on a patient',
      verdicts: ofOwnPatients,
      ask: ({ chart, people }) => ({
        title: 'Call back',
        patientId: chart.id,
        assignedTo: people.staffCreator.id,
      }),
    },
    {
      about: 'with an identifier',
      verdicts: clinicOnly,
      ask: ({ chart, people }) => ({
        title: 'Call back',
        patientId: chart.id,
        assignedTo: people.staffCreator.id,
        identifiers: [{ ...IDENTIFIER, value: 'E-18' }],
      }),
    },
    {
      about: 'for the caller, without a patient',
      // Tasks cannot be assigned to a service account.
      verdicts: but(everyone, { serviceKey: 'invalid' }),
      ask: (_world, own) => ({ title: 'Call back', assignedTo: own }),
    },
    {
      about: 'for another user, without a patient',
      verdicts: but(everyone, { attorneyAssigned: 'invalid', attorneyOther: 'invalid' }),
      ask: ({ people }) => ({ title: 'Call back', assignedTo: people.colleague.id }),
      whenMissing: 'invalid',
    },
    {
      about: 'for an attorney who does not have the patient',
      verdicts: but(ofOwnPatients, {
        admin: 'invalid',
        staffCreator: 'invalid',
        staffOther: 'invalid',
        attorneyAssigned: 'invalid',
      }),
      ask: ({ chart, people }) => ({
        title: 'Call back',
        patientId: chart.id,
        assignedTo: people.attorneyOther.id,
      }),
    },
  ],
  upsertTask: { verdicts: clinicOnly, ask: () => ({ identifier: IDENTIFIER, status: 'completed' }) },
  editTask: [
    {
      about: 'on a patient',
      verdicts: ofOwnPatients,
      ask: ({ task }) => ({ taskId: task.id, status: 'completed' }),
    },
    {
      about: 'its identifiers',
      verdicts: but(clinicOnly, { attorneyOther: 'not_found' }),
      ask: ({ task }) => ({ taskId: task.id, identifiers: [IDENTIFIER] }),
    },
    {
      about: 'of staff, without a patient',
      verdicts: but(everyone, { attorneyAssigned: 'not_found', attorneyOther: 'not_found' }),
      ask: ({ ownTask }) => ({ taskId: ownTask.id, priority: 'high' }),
    },
    {
      about: 'of an attorney, without a patient',
      verdicts: ofOwnPatients,
      ask: ({ attorneysTask }) => ({ taskId: attorneysTask.id, status: 'cancelled' }),
    },
  ],
  readAlert: [
    {
      about: 'of the creator',
      verdicts: othersAlert,
      ask: ({ creatorsAlert }) => ({ alertId: creatorsAlert.id }),
    },
    {
      about: 'of an attorney who no longer has the patient',
      verdicts: but(othersAlert, { staffCreator: 'not_found' }),
      ask: ({ staleAlert }) => ({ alertId: staleAlert.id }),
    },
  ],
  readAllAlerts: { verdicts: everyone },
  createCalendarFeed: { verdicts: notByKey(everyone) },
  revokeCalendarFeed: { verdicts: notByKey(everyone) },
  ...appointmentMutations,
  ...availabilityMutations,
}

export const liveSubscriptions: Statements = {
  alertsChanged: { verdicts: everyone },
  changes: { verdicts: everyone },
}
