import { amountOf } from '#domain/amount.ts'
import { elementsInWords } from '#domain/consent/elements.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { ListItem } from '#ui/List.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { RowActions } from '#ui/Table.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { MomentDay } from '../time/Moment.tsx'
import { name } from './ConsentTemplates.css.ts'
import type { TemplateRow } from './templateDocuments.ts'
import { Editor, type TemplateActionId, type TemplateActions } from './useTemplateActions.tsx'

type Props = TemplateActions & { template: TemplateRow }

/** A template with its name and state, and the author and time of its newest version. */
export function TemplateItem({ template, onAction, pendingFor }: Props) {
  const { archivedAt } = template
  return (
    <ListItem
      icon="file"
      detail={<Facts template={template} />}
      action={
        <RowActions>
          {archivedAt ? (
            <Button
              size="small"
              isPending={pendingFor(template) === 'restore'}
              aria-label={`Restore: ${template.name}`}
              onClick={() => onAction('restore', template)}
            >
              Restore
            </Button>
          ) : (
            <Button
              size="small"
              aria-label={`Edit: ${template.name}`}
              {...onIntent(Editor.load)}
              onClick={() => onAction('edit', template)}
            >
              Edit
            </Button>
          )}
          <MenuButton
            label={`More actions for ${template.name}`}
            size="small"
            items={menuOf(template)}
            onAction={(id) => onAction(id as TemplateActionId, template)}
          />
        </RowActions>
      }
    >
      <span className={name}>{template.name}</span> <States template={template} />
    </ListItem>
  )
}

function menuOf({ archivedAt, isDefault, sent }: TemplateRow) {
  const history = { id: 'history', label: 'Versions', icon: 'clock' } as const
  if (archivedAt) return [history]
  const reason = isDefault ? 'This is already the default' : sent ? undefined : 'No version is complete yet'
  return [
    history,
    {
      id: 'make_default',
      label: 'Make Default',
      icon: 'check',
      ...(reason && { isDisabled: true, reason }),
    } as const,
    {
      id: 'archive',
      label: 'Archive',
      icon: 'archive',
      ...(isDefault && { isDisabled: true, reason: 'Make another template the default first' }),
    } as const,
  ]
}

function States({ template: { isDefault, archivedAt, sent } }: { template: TemplateRow }) {
  return (
    <>
      {isDefault && (
        <Badge tone="ready" icon="check">
          Default
        </Badge>
      )}
      {!sent && (
        <Badge tone="caution" icon="edit">
          Draft
        </Badge>
      )}
      {archivedAt && (
        <Badge tone="neutral" icon="slash">
          Archived
        </Badge>
      )}
    </>
  )
}

function Facts({ template: { latest, sent } }: { template: TemplateRow }) {
  const { number, title, spanish, validDays, asksWitness, asksInterpreter, createdAt, createdBy, lacks } =
    latest
  return (
    <>
      {title} · {validDays === null ? 'no end date' : `lasts ${amountOf(validDays, 'day')}`} ·{' '}
      {spanish ? 'English and Spanish' : 'English only'}
      {asksWitness && ' · witness line'}
      {asksInterpreter && ' · interpreter line'}
      <br />
      Version {number}, <MomentDay at={createdAt} /> by {createdBy ? fullName(createdBy) : 'Caseload'}
      {lacks.length > 0 && (
        <>
          <br />
          Version {number} is a draft. Missing: {elementsInWords(lacks)}.
          {sent && ` Patients receive version ${sent.number}.`}
        </>
      )}
    </>
  )
}
