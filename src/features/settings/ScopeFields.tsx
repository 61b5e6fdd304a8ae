import { useId } from 'react'
import { type ApiKeyScope, apiKeyScopes, scopeFacts, scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { error as errorClass, label as labelClass, mark } from '#ui/Field.css.ts'
import { strong } from '#ui/type.css.ts'
import { legend, line, scopeGroup, scopeGroups, scopes as scopesField } from './Settings.css.ts'

/** Scopes for the same kind of data, listed below each other. */
const groups: { name: string; scopes: readonly ApiKeyScope[] }[] = [
  { name: 'Patients', scopes: ['patients_read', 'patients_write', 'consent_send'] },
  { name: 'Records', scopes: ['records_read', 'records_write', 'forwarding_write'] },
  { name: 'Tasks', scopes: ['tasks_read', 'tasks_write'] },
  { name: 'Appointments', scopes: ['appointments_read', 'appointments_write'] },
  {
    name: 'Clinic',
    scopes: ['reports_read', 'import_run', 'audit_read', 'accounts_write', 'webhooks_write'],
  },
]

const presets = [
  { label: 'Read Everything', scopes: scopesOfFormer.read },
  { label: 'Read and Write', scopes: scopesOfFormer.write },
]

type Props = {
  chosen: readonly ApiKeyScope[]
  error: string | undefined
  onChange: (chosen: ApiKeyScope[]) => void
}

/** A check box for each scope of a key, and two presets that check several. */
export function ScopeFields({ chosen, error, onChange }: Props) {
  const errorId = useId()
  const set = (scope: ApiKeyScope, isChosen: boolean) =>
    onChange(apiKeyScopes.filter((one) => (one === scope ? isChosen : chosen.includes(one))))
  return (
    <fieldset className={scopesField} aria-describedby={error ? errorId : undefined}>
      <legend className={`${labelClass} ${legend}`}>
        Scopes
        <span className={mark} aria-hidden="true">
          {' *'}
        </span>
      </legend>
      <div className={line}>
        {presets.map(({ label, scopes }) => (
          <Button key={label} size="small" onClick={() => onChange([...scopes])}>
            {label}
          </Button>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className={errorClass}>
          {error}
        </p>
      )}
      <div className={scopeGroups}>
        {groups.map(({ name, scopes }) => (
          <fieldset key={name} className={scopeGroup}>
            <legend className={`${strong} ${legend}`}>{name}</legend>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                isSelected={chosen.includes(scope)}
                onChange={(isChosen) => set(scope, isChosen)}
                detail={scopeFacts[scope].description}
              >
                {scopeFacts[scope].label}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
