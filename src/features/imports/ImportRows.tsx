import { patientPath } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import type { ImportRowsQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#ui/Table.tsx'
import { link } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { samples } from './Imports.css.ts'

const importRowsQuery = graphql(`
  query ImportRows($id: ID!, $leftOut: Boolean, $possibleDuplicate: Boolean, $first: Int, $after: String) {
    patientImportRows(
      id: $id, leftOut: $leftOut, possibleDuplicate: $possibleDuplicate, first: $first, after: $after
    ) {
      pageInfo { hasNextPage endCursor }
      edges { node { line outcome patientId sameAs possibleDuplicateId problems { field message } } }
    }
  }
`)

type ImportRow = ImportRowsQuery['patientImportRows']['edges'][number]['node']

type Props = {
  id: string
  label: string
  /** Rows that create no patient, or new patients who may exist already. */
  which: 'leftOut' | 'possibleDuplicate'
}

/** Rows with a remark, each with the reason. */
export function ImportRows({ id, label, which }: Props) {
  return (
    <Pages
      document={importRowsQuery}
      variables={{ id, [which]: true }}
      connectionOf={({ patientImportRows }) => patientImportRows}
      fallback="The rows could not be loaded"
      empty={<EmptyState text="The results for each row are no longer kept" />}
      moreLabel="Show More Rows"
    >
      {(rows) => (
        <Table label={label}>
          <TableHead>
            <HeadCell>Line</HeadCell>
            <HeadCell>Outcome</HeadCell>
            <HeadCell>Reason</HeadCell>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <Row key={row.line}>
                <Cell isNumeric>Line {row.line.toLocaleString('en-US')}</Cell>
                <Cell phone="corner">
                  <Outcome row={row} />
                </Cell>
                <Cell phone="wide">
                  <Reason row={row} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Pages>
  )
}

function Outcome({ row: { outcome } }: { row: ImportRow }) {
  if (outcome === 'created')
    return (
      <Badge tone="caution" icon="alert">
        Check
      </Badge>
    )
  if (outcome === 'duplicate')
    return (
      <Badge tone="neutral" icon="people">
        Known
      </Badge>
    )
  return (
    <Badge tone="critical" icon="alert">
      Error
    </Badge>
  )
}

function Reason({ row: { outcome, sameAs, patientId, possibleDuplicateId, problems } }: { row: ImportRow }) {
  if (outcome === 'created')
    return (
      <>
        Another patient has this phone number.{' '}
        {possibleDuplicateId && (
          <a className={link} href={patientPath(possibleDuplicateId)}>
            Open
          </a>
        )}
      </>
    )
  if (outcome === 'duplicate' && sameAs) return `The same person as on line ${sameAs.toLocaleString('en-US')}`
  if (outcome === 'duplicate')
    return (
      <>
        This person is already a patient.{' '}
        {patientId && (
          <a className={link} href={patientPath(patientId)}>
            Open
          </a>
        )}
      </>
    )
  return (
    <span className={samples}>
      {problems.map(({ field, message }) => (
        <span key={`${field} ${message}`}>
          {message.toLowerCase().startsWith(field.toLowerCase()) ? message : `${field}: ${message}`}
        </span>
      ))}
    </span>
  )
}
