import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { paths } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { onIntent } from '#ui/intent.ts'
import { List } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { cards } from './ConsentTemplates.css.ts'
import { TemplateItem } from './TemplateItem.tsx'
import { consentTemplatesQuery, type TemplateRow } from './templateDocuments.ts'
import { Editor, type TemplateActions, useTemplateActions } from './useTemplateActions.tsx'

export { consentTemplatesQuery }

/** The consent templates, for administrators. */
export function ConsentTemplates({ frame }: { frame: Frame }) {
  return (
    <Island frame={frame}>
      <Templates />
    </Island>
  )
}

function Templates() {
  const [{ data, error }] = useQuery({ query: consentTemplatesQuery })
  const { dialog, ...actions } = useTemplateActions()
  const archived = data?.consentTemplates.filter((one) => one.archivedAt) ?? []
  return (
    <div className={cards}>
      <Card>
        <CardHead title="Templates in Use">
          <ButtonLink href={paths.consentForms} icon="chevronLeft">
            Consent Forms
          </ButtonLink>
          <Button
            variant="primary"
            icon="plus"
            {...onIntent(Editor.load)}
            onClick={() => actions.onAction('create', null)}
          >
            New Template
          </Button>
        </CardHead>
        {data ? (
          <Rows
            label="Templates in Use"
            {...actions}
            templates={data.consentTemplates.filter((one) => !one.archivedAt)}
          />
        ) : error ? (
          <EmptyState text={errorMessage(error, 'The templates could not be loaded. Try again.').message} />
        ) : (
          <Skeleton />
        )}
      </Card>
      {archived.length > 0 && (
        <Card>
          <CardHead title="Archived Templates" />
          <Rows label="Archived Templates" {...actions} templates={archived} />
        </Card>
      )}
      {dialog}
    </div>
  )
}

type RowsProps = TemplateActions & { label: string; templates: readonly TemplateRow[] }

const Rows = ({ label, templates, ...actions }: RowsProps) => (
  <List label={label}>
    {templates.map((template) => (
      <TemplateItem key={template.id} template={template} {...actions} />
    ))}
  </List>
)
