import { reminderAnswers } from '#domain/reminders/reminder.ts'
import { answerReminder } from '#operations/reminders/answerReminder.ts'
import { type ReminderPage, readReminder } from '#operations/reminders/readReminder.ts'
import { setPatientReminders } from '#operations/reminders/setPatientReminders.ts'
import { PatientAnswer } from '../appointments/Appointment.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { Language } from '../patients/Language.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

const secret = 'The secret of the link in the reminder.'

const ReminderKind = builder.enumType('ReminderKind', {
  description: 'What a reminder is about: a visit, or a form to sign.',
  values: enumValues(['visit', 'form'], {
    visit: 'A consultation or another appointment',
    form: 'A consent form that is not signed yet',
  }),
})

const Reminder = builder.objectRef<ReminderPage>('Reminder').implement({
  description: 'What the holder of a reminder’s link sees. It has no name.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ReminderKind, description: 'What it is about.' }),
    language: t.expose('language', { type: Language, description: 'The patient’s language.' }),
    clinicName: t.exposeString('clinicName', { description: 'Name of the clinic.' }),
    clinicPhone: t.exposeString('clinicPhone', {
      nullable: true,
      description: 'Phone number of the clinic; `null` if none is set.',
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the visit begins; `null` for a form.',
    }),
    answer: t.expose('answer', {
      type: PatientAnswer,
      nullable: true,
      description: 'What the patient answered; `null` without an answer.',
    }),
    isStopped: t.exposeBoolean('isStopped', { description: 'Whether the patient stopped reminders.' }),
  }),
})

builder.queryField('reminder', (t) =>
  t.field({
    type: Reminder,
    authScopes: { anyone: true },
    description:
      'What a link in a reminder is about; nothing is recorded. An unknown or old link is `not_found`, both with the same message.',
    args: { secret: t.arg.string({ required: true, description: secret }) },
    resolve: (_root, args, context) => readReminder(context, args),
  }),
)

const ReminderAnswer = builder.enumType('ReminderAnswer', {
  description: 'An answer to a reminder: confirm the visit, ask for a call, or stop all reminders.',
  values: enumValues(reminderAnswers, {
    confirm: 'The patient comes',
    call: 'The patient wants a call',
    stop: 'The patient wants no more reminders',
  }),
})

const AnswerReminderInput = builder.inputType('AnswerReminderInput', {
  description: 'The answer of a patient to a reminder.',
  fields: (t) => ({
    secret: t.string({ required: true, description: secret }),
    answer: t.field({ type: ReminderAnswer, required: true, description: 'The answer.' }),
  }),
})

builder.mutationField('answerReminder', (t) =>
  t.field({
    type: Reminder,
    authScopes: { anyone: true },
    description:
      'Records the answer of a patient. Stopping works with an old link too; another answer to it is `not_found`.',
    args: { input: t.arg({ type: AnswerReminderInput, required: true, description: 'The answer.' }) },
    ...runs(answerReminder),
  }),
)

const SetPatientRemindersInput = builder.inputType('SetPatientRemindersInput', {
  description: 'Whether a patient gets reminders, and how.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    isStopped: t.boolean({ required: true, description: 'Whether no more reminders are sent.' }),
    byText: t.boolean({
      description:
        'Whether reminders also go as text messages, because the patient agreed to them at the current phone number. Unchanged when left out.',
    }),
  }),
})

builder.mutationField('setPatientReminders', (t) =>
  t.withAuth({ can: 'patient.setReminders' }).field({
    type: Patient,
    description:
      'Stops the reminders to a patient, or sends them again because the patient asks for it, also by text message. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: SetPatientRemindersInput, required: true, description: 'The patient.' }),
    },
    ...runs(setPatientReminders),
  }),
)
