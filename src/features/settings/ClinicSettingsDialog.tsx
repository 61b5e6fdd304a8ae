import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { useChangedFields } from '#client/changedFields.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { editClinicSettingsInput } from '#domain/clinic/inputs.ts'
import { type IdentityCheck, identityChecks } from '#domain/consent/identityCheck.ts'
import {
  type SecondFactorRoles,
  secondFactorRoles,
  secondFactorRolesLabels,
} from '#domain/factors/secondFactor.ts'
import { graphql } from '#generated/gql.ts'
import type { ClinicSettingsDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'

const clinicSettings = graphql(`
  query ClinicSettingsDialog {
    clinicSettings {
      set
      inForce { ...ClinicSettingsDialog_Values }
      standard { ...ClinicSettingsDialog_Values }
    }
  }
  fragment ClinicSettingsDialog_Values on ClinicSettingValues {
    name timeZone phone address sessionIdleMinutes sessionMaxHours
    sessionIdleMinutesAdmin sessionMaxHoursAdmin sessionIdleMinutesStaff sessionMaxHoursStaff sessionIdleMinutesAttorney sessionMaxHoursAttorney
    consentLinkDays reminderFirstDays reminderEveryDays remindersMax visitReminderFirstDays visitReminderLastDays identityCheck adultAge keepDeletedDays
    defaultRecipientName defaultRecipientFirm defaultRecipientAddress secondFactorRoles secondFactorGraceDays
  }
`)

const EditSettings = graphql(`
  mutation ClinicSettingsDialog_Edit($input: EditClinicSettingsInput!) {
    editClinicSettings(input: $input) { set }
  }
`)

type CurrentSettings = ClinicSettingsDialogQuery['clinicSettings']
type NumberName = Exclude<
  keyof CurrentSettings['inForce'],
  '__typename' | 'identityCheck' | 'secondFactorRoles' | TextName | ' $fragmentName'
>
type TextName =
  | 'name'
  | 'timeZone'
  | 'phone'
  | 'address'
  | 'defaultRecipientName'
  | 'defaultRecipientFirm'
  | 'defaultRecipientAddress'

/** The clinic's settings. An empty field uses the default, which it shows. */
export function ClinicSettingsDialog({ onClose }: { onClose: () => void }) {
  const [{ data, error }] = useQuery({ query: clinicSettings, requestPolicy: 'network-only' })
  const { submit, errors, isPending } = useSubmit({
    document: EditSettings,
    input: editClinicSettingsInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update clinic settings',
    onDone() {
      // The clinic's name and time zone appear all over the page, which the server renders.
      toast.carry({ title: 'Success', description: 'Clinic settings updated successfully', tone: 'success' })
      location.reload()
    },
  })
  const changed = useChangedFields<Settings>(data && settingsOf(data.clinicSettings))

  function save(form: HTMLFormElement): void {
    const changes = changed(settingsIn(new FormData(form)))
    if (changes) void submit(changes)
    else onClose()
  }

  return (
    <Dialog
      title="Clinic Settings"
      isGrowing
      description="These settings apply to everyone right away. Leave a field empty to use the default."
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={(event) => save(event.currentTarget)}>
        <DialogBody>
          {error && (
            <Banner tone="critical" isAlert>
              {errorMessage(error, 'The settings could not be loaded').message}
            </Banner>
          )}
          {data ? <Fields settings={data.clinicSettings} /> : !error && <Skeleton rows={16} />}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!data}>
            Save Settings
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

const numbers: readonly NumberName[] = [
  'sessionIdleMinutes',
  'sessionMaxHours',
  'sessionIdleMinutesAdmin',
  'sessionMaxHoursAdmin',
  'sessionIdleMinutesStaff',
  'sessionMaxHoursStaff',
  'sessionIdleMinutesAttorney',
  'sessionMaxHoursAttorney',
  'consentLinkDays',
  'reminderFirstDays',
  'reminderEveryDays',
  'remindersMax',
  'visitReminderFirstDays',
  'visitReminderLastDays',
  'adultAge',
  'keepDeletedDays',
  'secondFactorGraceDays',
]

const texts: readonly TextName[] = [
  'name',
  'timeZone',
  'phone',
  'address',
  'defaultRecipientName',
  'defaultRecipientFirm',
  'defaultRecipientAddress',
]

type Settings = Record<NumberName, number | null> &
  Record<TextName, string | null> & {
    identityCheck: IdentityCheck | null
    secondFactorRoles: SecondFactorRoles | null
  }

/** The settings that the clinic has changed. All others have their defaults. */
const settingsOf = ({ inForce, set }: CurrentSettings): Partial<Settings> =>
  Object.fromEntries(set.map((name) => [name, inForce[name as NumberName]]))

function settingsIn(form: FormData): Settings {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    ...(Object.fromEntries(texts.map((name) => [name, text(name) || null])) as Record<
      TextName,
      string | null
    >),
    identityCheck: (text('identityCheck') || null) as IdentityCheck | null,
    secondFactorRoles: (text('secondFactorRoles') || null) as SecondFactorRoles | null,
    ...(Object.fromEntries(
      numbers.map((name) => [name, text(name) === '' ? null : Number(text(name))]),
    ) as Record<NumberName, number | null>),
  }
}

function Fields({ settings }: { settings: CurrentSettings }) {
  const { inForce, standard, set } = settings
  const fieldProps = (name: NumberName | TextName) => ({
    name,
    defaultValue: set.includes(name) ? String(inForce[name] ?? '') : '',
    placeholder: String(standard[name] ?? ''),
  })
  const number = (name: NumberName, label: string, description?: string) => (
    <TextField
      {...{ ...fieldProps(name), label, description }}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
    />
  )
  return (
    <>
      <TextField {...fieldProps('name')} label="Clinic Name" autoComplete="off" />
      <TimeZoneField settings={settings} />
      <TextField
        {...fieldProps('phone')}
        label="Phone"
        type="tel"
        autoComplete="off"
        description="The number that patients can call."
      />
      <TextArea
        {...fieldProps('address')}
        label="Postal Address"
        rows={3}
        autoComplete="off"
        description="Shown to patients in e-mails and on signing pages. A consent form says that a patient can revoke it by writing to this address. Forms that are already sent stay the same."
      />
      <FieldPair>
        {number('sessionIdleMinutes', 'Sign Out When Idle (Minutes)')}
        {number('sessionMaxHours', 'Sign Out After (Hours)')}
      </FieldPair>
      <FieldPair>
        {number('sessionIdleMinutesAdmin', 'Administrators: Idle (Minutes)', 'Empty: as above')}
        {number('sessionMaxHoursAdmin', 'Administrators: Sign Out After (Hours)', 'Empty: as above')}
      </FieldPair>
      <FieldPair>
        {number('sessionIdleMinutesStaff', 'Staff: Idle (Minutes)', 'Empty: as above')}
        {number('sessionMaxHoursStaff', 'Staff: Sign Out After (Hours)', 'Empty: as above')}
      </FieldPair>
      <FieldPair>
        {number('sessionIdleMinutesAttorney', 'Attorneys: Idle (Minutes)', 'Empty: as above')}
        {number('sessionMaxHoursAttorney', 'Attorneys: Sign Out After (Hours)', 'Empty: as above')}
      </FieldPair>
      <FieldPair>
        <SecondFactorField settings={settings} />
        {number('secondFactorGraceDays', 'Days to Set It Up')}
      </FieldPair>
      <FieldPair>
        {number('consentLinkDays', 'Signing Link Ends After (Days)')}
        {number('remindersMax', 'Maximum Reminders')}
      </FieldPair>
      <FieldPair>
        {number('reminderFirstDays', 'First Reminder After (Days)')}
        {number('reminderEveryDays', 'Then Every (Days)')}
      </FieldPair>
      <FieldPair>
        {number(
          'visitReminderFirstDays',
          'Remind of a Consultation (Days Before)',
          'By e-mail at 10 AM. 0 for no reminder.',
        )}
        {number('visitReminderLastDays', 'Remind Again (Days Before)', '0 for no second reminder.')}
      </FieldPair>
      <IdentityCheckField settings={settings} />
      {number(
        'adultAge',
        'Patients Sign for Themselves From (Years)',
        'A parent, guardian or other representative signs for a younger patient.',
      )}
      <FieldPair>
        <TextField {...fieldProps('defaultRecipientName')} label="Default Recipient" autoComplete="off" />
        <TextField
          {...fieldProps('defaultRecipientFirm')}
          label="Law Firm of the Default Recipient"
          autoComplete="off"
        />
      </FieldPair>
      <TextField
        {...fieldProps('defaultRecipientAddress')}
        label="Address of the Default Recipient"
        autoComplete="off"
        description="The default recipient is named in a form if the patient has no attorney and the sender names no recipient."
      />
      {number(
        'keepDeletedDays',
        'Keep Deleted Records For (Days)',
        'Records are then permanently purged, unless the chart is on legal hold. Six years is 2192 days. Your state may require longer, especially for minors. A shorter period also applies to records that are already deleted.',
      )}
    </>
  )
}

/** The time zones of most clinics in the United States, by the names that people there use. They stand first. */
const usualZones = [
  { id: 'America/New_York', label: 'Eastern Time (New York)' },
  { id: 'America/Chicago', label: 'Central Time (Chicago)' },
  { id: 'America/Denver', label: 'Mountain Time (Denver)' },
  { id: 'America/Phoenix', label: 'Arizona (Phoenix)' },
  { id: 'America/Los_Angeles', label: 'Pacific Time (Los Angeles)' },
  { id: 'America/Anchorage', label: 'Alaska Time (Anchorage)' },
  { id: 'Pacific/Honolulu', label: 'Hawaii (Honolulu)' },
]

function TimeZoneField({ settings: { inForce, standard, set } }: { settings: CurrentSettings }) {
  const [zone, setZone] = useState(set.includes('timeZone') ? inForce.timeZone : '')
  const others = useMemo(
    () =>
      [...new Set([...Intl.supportedValuesOf('timeZone'), inForce.timeZone])]
        .filter((zone) => usualZones.every(({ id }) => id !== zone))
        .sort(),
    [inForce.timeZone],
  )
  const spaced = (one: string) => one.replaceAll('_', ' ')
  return (
    <SelectField
      name="timeZone"
      label="Time Zone"
      description="If you change it, coming appointments, closures and due dates keep their clock times. Patients are reminded again."
      value={zone}
      onChange={setZone}
      options={[
        { id: '', label: `Default (${spaced(standard.timeZone)})` },
        ...usualZones,
        ...others.map((one) => ({ id: one, label: spaced(one) })),
      ]}
    />
  )
}

const checkLabels: Record<IdentityCheck, string> = {
  none: 'Nothing',
  date_of_birth: 'Date of birth',
  email_code: 'Code sent by e-mail',
}

function IdentityCheckField({ settings: { inForce, standard, set } }: { settings: CurrentSettings }) {
  const [check, setCheck] = useState<string>(set.includes('identityCheck') ? inForce.identityCheck : '')
  return (
    <SelectField
      name="identityCheck"
      label="Identity Check Before Signing"
      value={check}
      onChange={setCheck}
      options={[
        { id: '', label: `Default (${checkLabels[standard.identityCheck]})` },
        ...identityChecks.map((one) => ({ id: one, label: checkLabels[one] })),
      ]}
      description="A sender can ask for a stronger check, never for a weaker one."
    />
  )
}

function SecondFactorField({ settings: { inForce, standard, set } }: { settings: CurrentSettings }) {
  const [roles, setRoles] = useState<string>(
    set.includes('secondFactorRoles') ? inForce.secondFactorRoles : '',
  )
  return (
    <SelectField
      name="secondFactorRoles"
      label="Require a Second Factor Of"
      value={roles}
      onChange={setRoles}
      options={[
        { id: '', label: `Default (${secondFactorRolesLabels[standard.secondFactorRoles]})` },
        ...secondFactorRoles.map((one) => ({ id: one, label: secondFactorRolesLabels[one] })),
      ]}
    />
  )
}
