import { useEffect } from 'react'
import { useQuery } from 'urql'
import { useAction } from '#client/useAction.ts'
import { isUnderWay } from '#domain/exports/dataExport.ts'
import { graphql } from '#generated/gql.ts'
import type { DataExportsQueryVariables } from '#generated/graphql.ts'
import { small } from '#ui/type.css.ts'
import { DataExportLine } from './DataExportLine.tsx'

const DataExports = graphql(`
  query DataExports($kind: DataExportKind, $patientId: ID) {
    dataExports(kind: $kind, patientId: $patientId) {
      id patientId state percent bytes sha256 error createdAt expiresAt requestedBy { id firstName lastName }
    }
  }
`)
const CancelDataExport = graphql(`
  mutation ExportDataDialog_Cancel($input: CancelDataExportInput!) {
    cancelDataExport(input: $input) { id state }
  }
`)

/** How often the progress is polled. Nothing else in the app polls. */
const LOOK_MS = 1000

/** The latest exports as a list, polled while one is being written. `look` reads them again. */
export function useDataExports(variables: DataExportsQueryVariables) {
  const { run } = useAction()
  const [{ data, fetching }, refetch] = useQuery({
    query: DataExports,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const exports = data?.dataExports ?? []
  const isWriting = exports.some(({ state }) => isUnderWay(state))
  const look = () => refetch({ requestPolicy: 'network-only' })
  useEffect(() => {
    if (!isWriting || fetching) return
    const timer = setTimeout(() => refetch({ requestPolicy: 'network-only' }), LOOK_MS)
    return () => clearTimeout(timer)
  }, [isWriting, fetching, refetch])

  const cancel = (dataExportId: string) =>
    run({
      document: CancelDataExport,
      variables: { input: { dataExportId } },
      key: dataExportId,
      done: () => undefined,
      fallback: 'Failed to cancel the export',
      onAnswer: look,
    })

  const list = (
    <>
      {exports.length > 0 && (
        <ul role="list" aria-label="Exports">
          {exports.map((one) => (
            <DataExportLine key={one.id} dataExport={one} onCancel={() => void cancel(one.id)} />
          ))}
        </ul>
      )}
      {isWriting && <p className={small}>You can close this dialog. The export will continue.</p>}
    </>
  )
  return { list, isWriting, look }
}
