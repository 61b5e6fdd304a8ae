import { roleLabels } from '#domain/access/actor.ts'
import { WITHOUT_USER } from '#domain/audit/withoutUser.ts'
import { showDay } from '#domain/dates.ts'
import { type Language, languageLabels } from '#domain/language.ts'
import { patientFields } from '#domain/patients/patientFields.ts'
import { type RecordCategory, recordCategoryLabels } from '#domain/records/categories.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientEditsQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { section } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { Moment } from '../time/Moment.tsx'
import { flush, part } from './PatientDialog.css.ts'

const Edits = graphql(`
  query PatientEdits($patientId: ID!, $first: Int, $after: String) {
    patientEdits(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges {
        node {
          id userId userName userRole recordId recordName isAsRecorded createdAt changes { field from to }
        }
      }
    }
  }
`)

type Edit = PatientEditsQuery['patientEdits']['edges'][number]['node']
type Change = Edit['changes'][number]

/** The edits of a patient's fields and of the records' with the values before and after, for administrators. */
export function PatientEdits({ patientId }: { patientId: string }) {
  return (
    <section className={part}>
      <h3 className={section}>Edits</h3>
      <Pages
        document={Edits}
        variables={{ patientId }}
        connectionOf={(data) => data.patientEdits}
        empty={<EmptyState text="No one has edited this patient’s details yet" />}
        fallback="The edits could not be loaded"
      >
        {(edits) => (
          <div className={flush}>
            <List label="Edits">
              {edits.map((edit) => (
                <ListItem key={edit.id} icon="edit" detail={<Detail edit={edit} />}>
                  {edit.recordName !== null && <p>{`Record: ${edit.recordName}`}</p>}
                  {edit.changes.map((change) => (
                    <p key={change.field}>{`${labelOf(change)}: ${valuesOf(change)}`}</p>
                  ))}
                </ListItem>
              ))}
            </List>
          </div>
        )}
      </Pages>
    </section>
  )
}

const fieldOf = ({ field }: Change) =>
  field in patientFields ? patientFields[field as keyof typeof patientFields] : null

/** The labels of fields that are not on the patient's form. */
const otherLabels: Record<string, string> = {
  textNumber: 'Number for Text Messages',
  identifiers: 'Identifiers',
  category: 'Category',
  serviceDate: 'Service Date',
  imageDescription: 'Image Description',
  movedOut: 'Moved to Another Chart',
  movedIn: 'Moved from Another Chart',
}

const labelOf = (change: Change): string =>
  fieldOf(change)?.label ?? otherLabels[change.field] ?? change.field

/** The reason of a move has no value before. */
const valuesOf = (change: Change): string =>
  change.field === 'movedOut' || change.field === 'movedIn'
    ? shown(change, change.to)
    : `${shown(change, change.from)} → ${shown(change, change.to)}`

function shown(change: Change, value: string | null): string {
  if (value === null) return 'None'
  const kind = fieldOf(change)?.kind
  if (kind === 'date' || change.field === 'serviceDate') return showDay(value.slice(0, 10))
  if (change.field === 'category') return recordCategoryLabels[value as RecordCategory] ?? value
  return kind === 'language' ? languageLabels[value as Language] : value
}

function Detail({ edit: { userId, userName, userRole, isAsRecorded, createdAt } }: { edit: Edit }) {
  const who = userName ?? (userId ? 'A deleted user' : WITHOUT_USER)
  return (
    <>
      {userRole ? `${who}, ${roleLabels[userRole]}` : who}
      {' · '}
      <Moment at={createdAt} />
      {!isAsRecorded && (
        <>
          {' '}
          <Badge tone="critical" icon="alert">
            Does not match the audit log
          </Badge>
        </>
      )}
    </>
  )
}
