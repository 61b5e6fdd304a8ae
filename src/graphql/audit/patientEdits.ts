import {
  type PatientEdit as Edit,
  type FieldEdit,
  listPatientEdits,
} from '#operations/patients/listPatientEdits.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Role } from '../users/User.ts'

const PatientFieldEdit = builder.objectRef<FieldEdit>('PatientFieldEdit').implement({
  description: 'A field that an edit changed.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description:
        'Name of the field, as in `EditPatientInput` or `EditRecordInput`; `movedOut` or `movedIn` for a record that was moved from or to this chart, with the reason as `to`.',
    }),
    from: t.exposeString('from', { nullable: true, description: 'Value before; `null` for none.' }),
    to: t.exposeString('to', { nullable: true, description: 'Value after; `null` for none.' }),
  }),
})

const PatientEdit = builder.objectRef<Edit>('PatientEdit').implement({
  description: 'An edit of the fields of a patient or of a record in the chart.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the audit log entry.' }),
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'ID of the user; `null` for the patient or the system.',
    }),
    userName: t.exposeString('userName', { nullable: true, description: 'Name of the user at that time.' }),
    userRole: t.expose('userRole', {
      type: Role,
      nullable: true,
      description: 'Role of the user at that time.',
    }),
    recordId: t.exposeID('recordId', {
      nullable: true,
      description: 'ID of the record; `null` for an edit of the patient’s own fields.',
    }),
    recordName: t.exposeString('recordName', { nullable: true, description: 'Name of the record’s file.' }),
    changes: t.field({
      type: [PatientFieldEdit],
      description: 'The changed fields.',
      resolve: ({ changes }) => changes,
    }),
    isAsRecorded: t.exposeBoolean('isAsRecorded', {
      description:
        'Whether these values match their hashes in the audit log. If not, they were changed outside of Caseload.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

builder.queryField('patientEdits', (t) =>
  t.withAuth({ can: 'audit.read' }).connection(
    {
      type: PatientEdit,
      description:
        'The edits of a patient’s fields and of the fields of records with the values before and after, newest first, since ' +
        'values are kept. Needs the admin role; reading it is recorded.',
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context) =>
        asConnection(await listPatientEdits(context, patientId, page)),
    },
    { description: 'One page of the edits of a patient.' },
  ),
)
