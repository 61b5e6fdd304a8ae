import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { checkPatientImportInput } from '#domain/imports/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Form } from '#ui/Form.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { small } from '#ui/type.css.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { ForAllPatients } from './ForAllPatients.tsx'
import { cards, fold, folded, foot } from './Imports.css.ts'
import type { WholeImport } from './importDocuments.ts'
import { type Column, type Columns, useColumnChoices } from './useColumnChoices.ts'

const importColumnsQuery = graphql(`
  query ImportColumns($id: ID!) {
    patientImportColumns(id: $id) { dateOrder columns { column name samples guess } }
  }
`)
const Check = graphql(`
  mutation ImportColumns_Check($input: CheckPatientImportInput!) {
    checkPatientImport(input: $input) {
      ...PatientImportFacts
      dateOrder withoutEmail status assignedAttorneyId identifierSystem mapping { column field }
    }
  }
`)

type Props = { one: WholeImport; onChecked: () => void }

/** The mapping of each column, with sample values. */
export function ImportColumns(props: Props) {
  const { columns, problem } = useColumns(props.one.id)
  if (problem) return <EmptyState text={problem} />
  if (!columns) return <Skeleton />
  return <Choices {...props} columns={columns} />
}

const UNREAD = 'The columns could not be read. Try again.'

/** Loads the columns only once, because each view of the samples is audited. */
function useColumns(id: string) {
  const client = useClient()
  const [read, setRead] = useState<{ columns?: Columns; problem?: string }>({})
  useEffect(() => {
    let isWanted = true
    void client
      .query(importColumnsQuery, { id }, { requestPolicy: 'network-only' })
      .toPromise()
      .then(({ data, error }) => {
        if (!isWanted) return
        if (data) setRead({ columns: data.patientImportColumns })
        else setRead({ problem: error ? errorMessage(error, UNREAD).message : UNREAD })
      })
    return () => {
      isWanted = false
    }
  }, [client, id])
  return read
}

function Choices({ one, columns, onChecked }: Props & { columns: Columns }) {
  const choices = useColumnChoices(one, columns)
  // Grouped by the first guess, so that a column does not move while the user maps it.
  const [first] = useState(() => new Set(choices.mapping.map(({ column }) => column)))
  const isFirst = ({ column }: Column) => first.size === 0 || first.has(column)
  const meant = columns.columns.filter(isFirst)
  const others = columns.columns.filter((column) => !isFirst(column))
  const { submit, errors, isPending } = useSubmit({
    document: Check,
    input: checkPatientImportInput,
    variables: (input) => ({ input }),
    fallback: 'The file could not be checked',
    onDone: onChecked,
  })
  return (
    <Form validationErrors={errors} onSubmit={() => void submit(choices.input)}>
      <div className={cards}>
        <Card>
          <CardHead title="Match Columns" />
          <ColumnTable label="Columns" columns={meant} {...choices} />
          {others.length > 0 && (
            <details className={folded}>
              <summary className={fold}>Other columns ({others.length})</summary>
              <ColumnTable label="Other columns" columns={others} {...choices} />
            </details>
          )}
        </Card>
        <Card>
          <CardHead title="For All Patients in the File" />
          <CardBody>
            <ForAllPatients {...choices} />
          </CardBody>
        </Card>
        {errors.mapping && (
          <Banner tone="critical" isAlert>
            {errors.mapping}
          </Banner>
        )}
        <div className={foot}>
          <span className={small}>Checking changes nothing. It shows what the import would do.</span>
          <Button type="submit" variant="primary" icon="check" isPending={isPending}>
            Check File
          </Button>
        </div>
      </div>
    </Form>
  )
}
