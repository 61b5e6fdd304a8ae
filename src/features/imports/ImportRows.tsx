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
  query ImportRows($id: ID!, $first: Int, $after: String) {
    patientImportRows(id: $id, leftOut: true, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { line outcome patientId sameAs problems { field message } } }
    }
  }
`)

type ImportRow = ImportRowsQuery['patientImportRows']['edges'][number]['node']

/** The rows that create no patient, each with the reason. */
export function ImportRows({ id }: { id: string }) {
  return (
    <Pages
      document={importRowsQuery}
      variables={{ id }}
      connectionOf={({ patientImportRows }) => patientImportRows}
      fallback="The rows could not be loaded"
      empty={<EmptyState text="The results for each row are no longer kept" />}
      moreLabel="Show More Rows"
    >
      {(rows) => (
        <Table label="Rows not imported">
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
                  {row.outcome === 'duplicate' ? (
                    <Badge tone="neutral" icon="people">
                      Known
                    </Badge>
                  ) : (
                    <Badge tone="critical" icon="alert">
                      Error
                    </Badge>
                  )}
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

function Reason({ row: { outcome, sameAs, patientId, problems } }: { row: ImportRow }) {
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
