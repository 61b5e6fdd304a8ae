import { clinicLogoPath } from '#domain/access/screens.ts'
import type { ClinicLogo as Logo } from '#domain/clinic/logo.ts'
import { recordsBeforeConsentChoices } from '#domain/consent/authorization.ts'
import { secondFactorRoles, secondFactorRolesLabels } from '#domain/factors/secondFactor.ts'
import { removeClinicLogo, setClinicLogo } from '#operations/clinic/clinicLogo.ts'
import { editClinicSettings } from '#operations/clinic/editClinicSettings.ts'
import {
  type ReadClinicSettings,
  readClinicSettings,
  type ClinicSettingValues as Values,
} from '#operations/clinic/readClinicSettings.ts'
import { builder } from '../builder.ts'
import { IdentityCheck } from '../consent/IdentityCheck.ts'
import { enumValues } from '../enumValues.ts'
import { runs } from '../runs.ts'

const words = {
  name: 'What the clinic is called.',
  timeZone: 'The clock that dates and times are shown and meant by; an IANA name.',
  phone: 'The phone number that patients can call.',
  address:
    'The postal address that patients can write to, at most 300 characters in 6 lines. New consent forms state it.',
  sessionIdleMinutes: 'Minutes without use after which a session ends, 1 to 720.',
  sessionMaxHours: 'Hours after which a session ends however much it is used, 1 to 72.',
  sessionIdleMinutesAdmin:
    'Minutes without use after which a session ends, 1 to 720, for administrators; `null` for the limit of the clinic.',
  sessionMaxHoursAdmin:
    'Hours after which a session ends however much it is used, 1 to 72, for administrators; `null` for the limit of the clinic.',
  sessionIdleMinutesStaff:
    'Minutes without use after which a session ends, 1 to 720, for staff; `null` for the limit of the clinic.',
  sessionMaxHoursStaff:
    'Hours after which a session ends however much it is used, 1 to 72, for staff; `null` for the limit of the clinic.',
  sessionIdleMinutesAttorney:
    'Minutes without use after which a session ends, 1 to 720, for attorneys; `null` for the limit of the clinic.',
  sessionMaxHoursAttorney:
    'Hours after which a session ends however much it is used, 1 to 72, for attorneys; `null` for the limit of the clinic.',
  consentLinkDays: 'Days until a signing link ends, 1 to 365.',
  reminderFirstDays: 'Days until a patient who has not signed is reminded first, 1 to 90.',
  reminderEveryDays: 'Days between two reminders, 1 to 90.',
  remindersMax: 'Reminders to one patient at most, 0 to 20.',
  visitReminderFirstDays:
    'Days before a consultation on which the patient is reminded first, 1 to 30; 0 for no such reminder.',
  visitReminderLastDays:
    'Days before a consultation on which the patient is reminded again, 1 to 30; 0 for no such reminder.',
  identityCheck:
    'The weakest identity check before a signing link shows the document; a weaker choice of a sender is raised to it.',
  adultAge:
    'Age in years from which patients sign for themselves, 14 to 21; a representative signs for younger ones.',
  recordsBeforeConsent: 'Whether the assigned attorney may see the records before a form is signed.',
  defaultRecipientName:
    'Name of the default recipient, for a form whose sender names none and whose patient has no attorney.',
  defaultRecipientFirm: 'Firm of the default recipient.',
  defaultRecipientAddress: 'Postal address of the default recipient.',
  keepDeletedDays:
    'Days after which a deleted record is purged, 30 to 9125; state law may want more than six years.',
  secondFactorRoles:
    'Whose accounts must have a second factor. For users who need one from now on, the grace period begins now.',
  secondFactorGraceDays: 'Days in which such a user can still work without one, 0 to 90.',
}

const SecondFactorRoles = builder.enumType('SecondFactorRoles', {
  description:
    'The accounts that must have a second factor: none, administrators, administrators and staff, or all.',
  values: enumValues(secondFactorRoles, secondFactorRolesLabels),
})

const RecordsBeforeConsent = builder.enumType('RecordsBeforeConsent', {
  description:
    'Access of the assigned attorney to the records before a form is signed: open, or closed until then.',
  values: enumValues(recordsBeforeConsentChoices, {
    open: 'The assigned attorney may read the records',
    closed: 'Closed to the assigned attorney until a form is signed',
  }),
})

const ClinicSettingValues = builder.objectRef<Values>('ClinicSettingValues').implement({
  description: 'Settings of a clinic.',
  fields: (t) => ({
    name: t.exposeString('name', { description: words.name }),
    timeZone: t.exposeString('timeZone', { description: words.timeZone }),
    phone: t.exposeString('phone', { nullable: true, description: words.phone }),
    address: t.exposeString('address', { nullable: true, description: words.address }),
    sessionIdleMinutes: t.exposeInt('sessionIdleMinutes', { description: words.sessionIdleMinutes }),
    sessionMaxHours: t.exposeInt('sessionMaxHours', { description: words.sessionMaxHours }),
    sessionIdleMinutesAdmin: t.exposeInt('sessionIdleMinutesAdmin', {
      nullable: true,
      description: words.sessionIdleMinutesAdmin,
    }),
    sessionMaxHoursAdmin: t.exposeInt('sessionMaxHoursAdmin', {
      nullable: true,
      description: words.sessionMaxHoursAdmin,
    }),
    sessionIdleMinutesStaff: t.exposeInt('sessionIdleMinutesStaff', {
      nullable: true,
      description: words.sessionIdleMinutesStaff,
    }),
    sessionMaxHoursStaff: t.exposeInt('sessionMaxHoursStaff', {
      nullable: true,
      description: words.sessionMaxHoursStaff,
    }),
    sessionIdleMinutesAttorney: t.exposeInt('sessionIdleMinutesAttorney', {
      nullable: true,
      description: words.sessionIdleMinutesAttorney,
    }),
    sessionMaxHoursAttorney: t.exposeInt('sessionMaxHoursAttorney', {
      nullable: true,
      description: words.sessionMaxHoursAttorney,
    }),
    consentLinkDays: t.exposeInt('consentLinkDays', { description: words.consentLinkDays }),
    reminderFirstDays: t.exposeInt('reminderFirstDays', { description: words.reminderFirstDays }),
    reminderEveryDays: t.exposeInt('reminderEveryDays', { description: words.reminderEveryDays }),
    remindersMax: t.exposeInt('remindersMax', { description: words.remindersMax }),
    visitReminderFirstDays: t.exposeInt('visitReminderFirstDays', {
      description: words.visitReminderFirstDays,
    }),
    visitReminderLastDays: t.exposeInt('visitReminderLastDays', { description: words.visitReminderLastDays }),
    identityCheck: t.expose('identityCheck', { type: IdentityCheck, description: words.identityCheck }),
    adultAge: t.exposeInt('adultAge', { description: words.adultAge }),
    recordsBeforeConsent: t.expose('recordsBeforeConsent', {
      type: RecordsBeforeConsent,
      description: words.recordsBeforeConsent,
    }),
    defaultRecipientName: t.exposeString('defaultRecipientName', {
      nullable: true,
      description: words.defaultRecipientName,
    }),
    defaultRecipientFirm: t.exposeString('defaultRecipientFirm', {
      nullable: true,
      description: words.defaultRecipientFirm,
    }),
    defaultRecipientAddress: t.exposeString('defaultRecipientAddress', {
      nullable: true,
      description: words.defaultRecipientAddress,
    }),
    keepDeletedDays: t.exposeInt('keepDeletedDays', { description: words.keepDeletedDays }),
    secondFactorRoles: t.expose('secondFactorRoles', {
      type: SecondFactorRoles,
      description: words.secondFactorRoles,
    }),
    secondFactorGraceDays: t.exposeInt('secondFactorGraceDays', { description: words.secondFactorGraceDays }),
  }),
})

const ClinicLogo = builder.objectRef<Logo>('ClinicLogo').implement({
  description: 'The logo that the pages for patients show.',
  fields: (t) => ({
    url: t.string({
      description: 'Its public path, which changes with its content.',
      resolve: ({ sha256 }) => clinicLogoPath(sha256),
    }),
    width: t.exposeInt('width', { description: 'Its width in pixels.' }),
    height: t.exposeInt('height', { description: 'Its height in pixels.' }),
  }),
})

const ClinicSettings = builder.objectRef<ReadClinicSettings>('ClinicSettings').implement({
  description: 'The settings of the clinic and which of them administrators have set.',
  fields: (t) => ({
    inForce: t.expose('inForce', { type: ClinicSettingValues, description: 'The settings in effect.' }),
    standard: t.expose('standard', {
      type: ClinicSettingValues,
      description: 'The defaults from server start.',
    }),
    set: t.exposeStringList('set', { description: 'Names of the settings that administrators have set.' }),
    logo: t.expose('logo', {
      type: ClinicLogo,
      nullable: true,
      description: 'The logo; `null` if there is none.',
    }),
  }),
})

builder.queryField('clinicSettings', (t) =>
  t.withAuth({ can: 'settings.edit' }).field({
    type: ClinicSettings,
    description: 'The settings of the clinic. Needs the admin role.',
    resolve: (_root, _args, context) => readClinicSettings(context, {}),
  }),
)

const EditClinicSettingsInput = builder.inputType('EditClinicSettingsInput', {
  description: 'Changes. Omitted fields keep their value; `null` restores the default from server start.',
  fields: (t) => ({
    name: t.string({ description: words.name }),
    timeZone: t.string({ description: words.timeZone }),
    phone: t.string({ description: words.phone }),
    address: t.string({ description: words.address }),
    sessionIdleMinutes: t.int({ description: words.sessionIdleMinutes }),
    sessionMaxHours: t.int({ description: words.sessionMaxHours }),
    sessionIdleMinutesAdmin: t.int({ description: words.sessionIdleMinutesAdmin }),
    sessionMaxHoursAdmin: t.int({ description: words.sessionMaxHoursAdmin }),
    sessionIdleMinutesStaff: t.int({ description: words.sessionIdleMinutesStaff }),
    sessionMaxHoursStaff: t.int({ description: words.sessionMaxHoursStaff }),
    sessionIdleMinutesAttorney: t.int({ description: words.sessionIdleMinutesAttorney }),
    sessionMaxHoursAttorney: t.int({ description: words.sessionMaxHoursAttorney }),
    consentLinkDays: t.int({ description: words.consentLinkDays }),
    reminderFirstDays: t.int({ description: words.reminderFirstDays }),
    reminderEveryDays: t.int({ description: words.reminderEveryDays }),
    remindersMax: t.int({ description: words.remindersMax }),
    visitReminderFirstDays: t.int({ description: words.visitReminderFirstDays }),
    visitReminderLastDays: t.int({ description: words.visitReminderLastDays }),
    identityCheck: t.field({ type: IdentityCheck, description: words.identityCheck }),
    adultAge: t.int({ description: words.adultAge }),
    recordsBeforeConsent: t.field({
      type: RecordsBeforeConsent,
      description: words.recordsBeforeConsent,
    }),
    defaultRecipientName: t.string({ description: words.defaultRecipientName }),
    defaultRecipientFirm: t.string({ description: words.defaultRecipientFirm }),
    defaultRecipientAddress: t.string({ description: words.defaultRecipientAddress }),
    keepDeletedDays: t.int({ description: words.keepDeletedDays }),
    secondFactorRoles: t.field({ type: SecondFactorRoles, description: words.secondFactorRoles }),
    secondFactorGraceDays: t.int({ description: words.secondFactorGraceDays }),
  }),
})

builder.mutationField('editClinicSettings', (t) =>
  t.withAuth({ can: 'settings.edit' }).field({
    type: ClinicSettings,
    description:
      'Changes how the clinic is run, from the next request on. Tighter limits end open sessions sooner. Needs the ' +
      'admin role.',
    args: { input: t.arg({ type: EditClinicSettingsInput, required: true, description: 'What.' }) },
    ...runs(editClinicSettings),
  }),
)

const SetClinicLogoInput = builder.inputType('SetClinicLogoInput', {
  description: 'A logo of the clinic.',
  fields: (t) => ({
    contentBase64: t.string({
      required: true,
      description: 'A PNG or JPEG of at most 512 kB and 1024 pixels a side, as base64.',
    }),
  }),
})

builder.mutationField('setClinicLogo', (t) =>
  t.withAuth({ can: 'settings.edit' }).field({
    type: ClinicSettings,
    description: 'Sets the logo that the pages for patients show. Needs the admin role.',
    args: { input: t.arg({ type: SetClinicLogoInput, required: true, description: 'Which.' }) },
    ...runs(setClinicLogo),
  }),
)

builder.mutationField('removeClinicLogo', (t) =>
  t.withAuth({ can: 'settings.edit' }).field({
    type: ClinicSettings,
    description: 'Removes the logo, if there is one. Needs the admin role.',
    resolve: (_root, _args, context) => removeClinicLogo(context, {}),
  }),
)
