import { type ClinicSetup as Setup, type SetupStep as Step, setupSteps } from '#domain/clinic/setup.ts'
import { editClinicSetup } from '#operations/clinic/editClinicSetup.ts'
import { readClinicSetup } from '#operations/clinic/readClinicSetup.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { runs } from '../runs.ts'

const SetupStepName = builder.enumType('SetupStepName', {
  description: 'A step of setting up a clinic.',
  values: enumValues(setupSteps, {
    clinic_details: 'Name, address and phone number of the clinic',
    mail: 'Sending e-mail',
    consent_form: 'The clinic’s own consent form',
    records_before_consent: 'Who reads records before a form is signed',
    team: 'The accounts of colleagues',
    patients: 'The first patients',
    backup: 'Backups',
  }),
})

const SetupStep = builder.objectRef<Step>('SetupStep').implement({
  description: 'A step of setting up a clinic and whether it is done.',
  fields: (t) => ({
    name: t.expose('name', { type: SetupStepName, description: 'The step.' }),
    isDone: t.exposeBoolean('isDone', { description: 'Whether it is done.' }),
    missing: t.exposeStringList('missing', {
      description: 'Names of the clinic settings that the step still needs.',
    }),
  }),
})

const ClinicSetup = builder.objectRef<Setup>('ClinicSetup').implement({
  description: 'How far the clinic is set up.',
  fields: (t) => ({
    steps: t.expose('steps', { type: [SetupStep], description: 'All steps in order.' }),
    isShown: t.exposeBoolean('isShown', {
      description: 'Whether the dashboard shows the checklist to administrators.',
    }),
    isDismissed: t.exposeBoolean('isDismissed', {
      description:
        'Whether an administrator dismissed the checklist, or in the demo the notice on each screen.',
    }),
    isSample: t.exposeBoolean('isSample', {
      description: 'Whether the clinic is the demo, whose people and records are invented.',
    }),
    isOpenByUpgrade: t.exposeBoolean('isOpenByUpgrade', {
      description:
        'Whether an upgrade left records open to the assigned attorney before a form is signed, and no administrator has chosen.',
    }),
  }),
})

builder.queryField('clinicSetup', (t) =>
  t.withAuth({ can: 'settings.edit' }).field({
    type: ClinicSetup,
    description: 'How far the clinic is set up. Needs the admin role.',
    resolve: (_root, _args, context) => readClinicSetup(context, {}),
  }),
)

const EditClinicSetupInput = builder.inputType('EditClinicSetupInput', {
  description: 'Changes. Omitted fields keep their value.',
  fields: (t) => ({
    isDismissed: t.boolean({ description: 'Whether the checklist is dismissed for every administrator.' }),
    isConsentFormReviewed: t.boolean({ description: 'Whether the consent form was reviewed.' }),
  }),
})

builder.mutationField('editClinicSetup', (t) =>
  t.withAuth({ can: 'settings.edit' }).field({
    type: ClinicSetup,
    description:
      'Dismisses the setup checklist or brings it back, and marks the consent form as reviewed. Needs the admin role.',
    args: { input: t.arg({ type: EditClinicSetupInput, required: true, description: 'What.' }) },
    ...runs(editClinicSetup),
  }),
)
