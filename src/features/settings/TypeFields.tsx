import type { FeedType } from '#domain/live/feedTypes.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { label as labelClass, under } from '#ui/Field.css.ts'
import { strong } from '#ui/type.css.ts'
import { scopes as fields, legend, scopeGroup, scopeGroups } from './Settings.css.ts'

/** The types of objects in words, and in the order of their check boxes. */
const groups: { name: string; types: Partial<Record<FeedType, string>> }[] = [
  {
    name: 'Patients',
    types: {
      patient: 'Patients',
      patient_status_change: 'Status changes',
      patient_note: 'Notes',
      saved_view: 'Saved views',
      break_glass: 'Break-glass access',
      patient_import: 'Imports',
    },
  },
  {
    name: 'Consent',
    types: {
      consent_request: 'Consent requests',
      consent_form: 'Signed forms',
      sealed_scan: 'Sealed scans',
      signing_link: 'Signing links',
      signed_copy: 'Signed copies',
      consent_template: 'Consent templates',
    },
  },
  {
    name: 'Records',
    types: {
      patient_record: 'Records',
      forwarding: 'Forwardings',
      disclosure: 'Disclosures',
      patient_request: 'Requests by patients',
      legal_hold: 'Legal holds',
    },
  },
  {
    name: 'Clinic',
    types: {
      task: 'Tasks',
      appointment: 'Appointments',
      working_hours: 'Working hours',
      closure: 'Closures',
      user: 'Users',
      audit_log: 'Audit log',
      audit_check: 'Audit checks',
    },
  },
]

const words: Record<string, string> = Object.assign({}, ...groups.map(({ types }) => types))

/** “Changes to patients, notes”. */
export const typesInWords = (types: readonly string[]): string =>
  `Changes to ${types.map((type) => (words[type] ?? type).toLowerCase()).join(', ')}`

type Props = { chosen: readonly FeedType[]; onChange: (chosen: FeedType[]) => void }

/** A check box for each type of object. None checked means all. */
export function TypeFields({ chosen, onChange }: Props) {
  return (
    <fieldset className={fields}>
      <legend className={`${labelClass} ${legend}`}>Only Changes To</legend>
      <p className={under}>Without a choice, the webhook gets all changes that its API key may see.</p>
      <div className={scopeGroups}>
        {groups.map(({ name, types }) => (
          <fieldset key={name} className={scopeGroup}>
            <legend className={`${strong} ${legend}`}>{name}</legend>
            {(Object.entries(types) as [FeedType, string][]).map(([type, label]) => (
              <Checkbox
                key={type}
                isSelected={chosen.includes(type)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...chosen, type] : chosen.filter((one) => one !== type))
                }
              >
                {label}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
