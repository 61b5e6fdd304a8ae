import { addPatient } from '#operations/patients/addPatient.ts'
import { awaitRecords } from '#operations/patients/awaitRecords.ts'
import { completeTreatment } from '#operations/patients/completeTreatment.ts'
import { dropPatient } from '#operations/patients/dropPatient.ts'
import { editPatient } from '#operations/patients/editPatient.ts'
import { markRecordsForwarded } from '#operations/patients/markRecordsForwarded.ts'
import { markSchedulable } from '#operations/patients/markSchedulable.ts'
import { overridePatientStatus } from '#operations/patients/overridePatientStatus.ts'
import { reassignPatient } from '#operations/patients/reassignPatient.ts'
import { scheduleConsultation } from '#operations/patients/scheduleConsultation.ts'
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
} from './inputs.ts'
import { Patient } from './Patient.ts'

builder.mutationField('addPatient', (t) =>
  t.withAuth({ can: 'patient.add' }).field({
    type: Patient,
    description: 'Registers a patient. Needs the staff or admin role.',
    args: { input: t.arg({ type: AddPatientInput, required: true, description: 'Who the patient is.' }) },
    ...runs(addPatient),
  }),
)

builder.mutationField('editPatient', (t) =>
  t.withAuth({ can: 'patient.edit' }).field({
    type: Patient,
    description: 'Changes what is known of a patient. Needs the staff or admin role.',
    args: { input: t.arg({ type: EditPatientInput, required: true, description: 'The fields to change.' }) },
    ...runs(editPatient),
  }),
)

builder.mutationField('dropPatient', (t) =>
  t.withAuth({ can: 'patient.drop' }).field({
    type: Patient,
    description:
      'Drops a patient from the caseload, voids the open consent request and cancels future appointments. `conflict` when already dropped.',
    args: { input: t.arg({ type: DropPatientInput, required: true, description: 'Whom, and why.' }) },
    ...runs(dropPatient),
  }),
)

builder.mutationField('overridePatientStatus', (t) =>
  t.withAuth({ can: 'patient.overrideStatus' }).field({
    type: Patient,
    description: 'Puts a patient at any status but dropped, also out of dropped. Needs the admin role.',
    args: {
      input: t.arg({ type: OverridePatientStatusInput, required: true, description: 'Whom, and where to.' }),
    },
    ...runs(overridePatientStatus),
  }),
)

builder.mutationField('reassignPatient', (t) =>
  t.withAuth({ can: 'patient.reassign' }).field({
    type: Patient,
    description: 'Gives a patient to somebody else, or to nobody. Needs the admin role.',
    args: { input: t.arg({ type: ReassignPatientInput, required: true, description: 'Whom, and to whom.' }) },
    ...runs(reassignPatient),
  }),
)

builder.mutationField('markSchedulable', (t) =>
  t.withAuth({ can: 'patient.markSchedulable' }).field({
    type: Patient,
    description: 'Marks a patient at `consent_signed` ready to schedule. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Whom.' }) },
    ...runs(markSchedulable),
  }),
)

builder.mutationField('completeTreatment', (t) =>
  t.withAuth({ can: 'patient.completeTreatment' }).field({
    type: Patient,
    description:
      'Says that the treatment of a patient at `schedulable` is over. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Whose treatment.' }) },
    ...runs(completeTreatment),
  }),
)

builder.mutationField('awaitRecords', (t) =>
  t.withAuth({ can: 'patient.awaitRecords' }).field({
    type: Patient,
    description:
      'Says that the clinic waits for the records of a patient at `treatment_completed`. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Whose records.' }) },
    ...runs(awaitRecords),
  }),
)

builder.mutationField('markRecordsForwarded', (t) =>
  t.withAuth({ can: 'patient.markRecordsForwarded' }).field({
    type: Patient,
    description:
      'Says that the records have been forwarded, from `treatment_completed` or `pending_records`. The status alone: no file is sent. Needs the staff or admin role.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Whose records.' }) },
    ...runs(markRecordsForwarded),
  }),
)

builder.mutationField('scheduleConsultation', (t) =>
  t.withAuth({ can: 'patient.scheduleConsultation' }).field({
    type: Patient,
    description:
      'Sets or moves the consultation and the appointment that mirrors it. `conflict` at a status the role may not schedule at, or when the slot is taken.',
    args: {
      input: t.arg({ type: ScheduleConsultationInput, required: true, description: 'Whom, when and where.' }),
    },
    ...runs(scheduleConsultation),
  }),
)
