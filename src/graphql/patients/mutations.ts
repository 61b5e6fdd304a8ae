import type { Patient as PatientRow } from '#infra/prisma/client.ts'
import type { Upserted } from '#operations/identifiers.ts'
import { addPatient } from '#operations/patients/addPatient.ts'
import { dropPatient } from '#operations/patients/dropPatient.ts'
import { editPatient } from '#operations/patients/editPatient.ts'
import { overridePatientStatus } from '#operations/patients/overridePatientStatus.ts'
import { reassignPatient } from '#operations/patients/reassignPatient.ts'
import { scheduleConsultation } from '#operations/patients/scheduleConsultation.ts'
import {
  awaitRecords,
  completeTreatment,
  markRecordsForwarded,
  markSchedulable,
} from '#operations/patients/statusSteps.ts'
import { upsertPatient } from '#operations/patients/upsertPatient.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import {
  AddPatientInput,
  DropPatientInput,
  EditPatientInput,
  OverridePatientStatusInput,
  PatientIdInput,
  ReassignPatientInput,
  ScheduleConsultationInput,
  UpsertPatientInput,
} from './inputs.ts'
import { Patient } from './Patient.ts'

builder.mutationField('addPatient', (t) =>
  t.withAuth({ can: 'patient.add' }).field({
    type: Patient,
    description: 'Adds a patient. Needs the staff or admin role.',
    args: { input: t.arg({ type: AddPatientInput, required: true, description: 'The patient.' }) },
    ...runs(addPatient),
  }),
)

builder.mutationField('editPatient', (t) =>
  t.withAuth({ can: 'patient.edit' }).field({
    type: Patient,
    description: 'Edits a patient. Needs the staff or admin role.',
    args: { input: t.arg({ type: EditPatientInput, required: true, description: 'The fields to change.' }) },
    ...runs(editPatient),
  }),
)

const UpsertedPatient = builder.objectRef<Upserted<PatientRow>>('UpsertedPatient').implement({
  description: 'A patient who was added or edited.',
  fields: (t) => ({
    patient: t.expose('value', { type: Patient, description: 'The patient.' }),
    isNew: t.exposeBoolean('isNew', { description: 'Whether the patient was added.' }),
  }),
})

builder.mutationField('upsertPatient', (t) =>
  t.withAuth({ can: 'patient.edit' }).field({
    type: UpsertedPatient,
    description:
      'Edits the patient with an identifier of another system, or adds one with it. Needs the staff or admin role.',
    args: { input: t.arg({ type: UpsertPatientInput, required: true, description: 'The patient.' }) },
    ...runs(upsertPatient),
  }),
)

builder.mutationField('dropPatient', (t) =>
  t.withAuth({ can: 'patient.drop' }).field({
    type: Patient,
    description:
      'Drops a patient from the caseload, voids the open consent request and cancels future appointments. `conflict` if already dropped.',
    args: {
      input: t.arg({ type: DropPatientInput, required: true, description: 'The patient and the reason.' }),
    },
    ...runs(dropPatient),
  }),
)

builder.mutationField('overridePatientStatus', (t) =>
  t.withAuth({ can: 'patient.overrideStatus' }).field({
    type: Patient,
    description: 'Sets a patient to any status except dropped, also from dropped. Needs the admin role.',
    args: {
      input: t.arg({
        type: OverridePatientStatusInput,
        required: true,
        description: 'The patient and the status.',
      }),
    },
    ...runs(overridePatientStatus),
  }),
)

builder.mutationField('reassignPatient', (t) =>
  t.withAuth({ can: 'patient.reassign' }).field({
    type: Patient,
    description: 'Assigns a patient to another user, or to no one. Needs the admin role.',
    args: {
      input: t.arg({ type: ReassignPatientInput, required: true, description: 'The patient and the user.' }),
    },
    ...runs(reassignPatient),
  }),
)

builder.mutationField('markSchedulable', (t) =>
  t.withAuth({ can: 'patient.markSchedulable' }).field({
    type: Patient,
    description: 'Marks a patient at `consent_signed` as ready to schedule. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(markSchedulable),
  }),
)

builder.mutationField('completeTreatment', (t) =>
  t.withAuth({ can: 'patient.completeTreatment' }).field({
    type: Patient,
    description: 'Ends the treatment of a patient at `schedulable`. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(completeTreatment),
  }),
)

builder.mutationField('awaitRecords', (t) =>
  t.withAuth({ can: 'patient.awaitRecords' }).field({
    type: Patient,
    description:
      'Marks a patient at `treatment_completed` as waiting for records. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(awaitRecords),
  }),
)

builder.mutationField('markRecordsForwarded', (t) =>
  t.withAuth({ can: 'patient.markRecordsForwarded' }).field({
    type: Patient,
    description:
      'Marks the records as forwarded, from `treatment_completed` or `pending_records`. It changes only the status and sends no files. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(markRecordsForwarded),
  }),
)

builder.mutationField('scheduleConsultation', (t) =>
  t.withAuth({ can: 'patient.scheduleConsultation' }).field({
    type: Patient,
    description:
      'Sets or moves the consultation and the appointment that mirrors it. `conflict` at a status at which the role may not schedule, or if the slot is busy.',
    args: {
      input: t.arg({
        type: ScheduleConsultationInput,
        required: true,
        description: 'The patient, time and location.',
      }),
    },
    ...runs(scheduleConsultation),
  }),
)
