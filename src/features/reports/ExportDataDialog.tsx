import { useEffect } from 'react'
import { useQuery } from 'urql'
import { useAction } from '#client/useAction.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { DATA_EXPORT_HOURS, isUnderWay } from '#domain/exports/dataExport.ts'
import { requestDataExportInput } from '#domain/exports/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { small } from '#ui/type.css.ts'
import { DataExportLine } from './DataExportLine.tsx'

const DataExports = graphql(`
  query DataExports {
    dataExports {
      id state percent bytes sha256 error createdAt expiresAt requestedBy { id firstName lastName }
    }
  }
`)
const RequestDataExport = graphql(`
  mutation ExportDataDialog($input: RequestDataExportInput!) { requestDataExport(input: $input) { id state } }
`)
const CancelDataExport = graphql(`
  mutation ExportDataDialog_Cancel($input: CancelDataExportInput!) {
    cancelDataExport(input: $input) { id state }
  }
`)

/** How often the progress is polled. Nothing else in the app polls. */
const LOOK_MS = 1000

/** Exports all data into one file. The server asks for a confirmation unless the administrator has just signed in. */
export function ExportDataDialog({ onClose }: { onClose: () => void }) {
  const { run } = useAction()
  const { exports, look } = useDataExports()
  const { submit, errors, isPending } = useSubmit({
    document: RequestDataExport,
    input: requestDataExportInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to export data',
    onDone: look,
  })
  const underWay = exports.find(({ state }) => isUnderWay(state))

  const cancel = (dataExportId: string) =>
    run({
      document: CancelDataExport,
      variables: { input: { dataExportId } },
      key: dataExportId,
      done: () => undefined,
      fallback: 'Failed to cancel the export',
      onAnswer: look,
    })

  return (
    <Dialog
      title="Export Data"
      isGrowing
      description={`Exports all clinic data as JSON and CSV, with a list of hashes, in one zip file. You can download it for ${DATA_EXPORT_HOURS} hours. All administrators are notified.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={() => void submit({})}>
        <DialogBody>
          {exports.length > 0 && (
            <ul role="list" aria-label="Exports">
              {exports.map((one) => (
                <DataExportLine key={one.id} dataExport={one} onCancel={() => void cancel(one.id)} />
              ))}
            </ul>
          )}
          {underWay && <p className={small}>You can close this dialog. The export will continue.</p>}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Close</Button>
          {!underWay && (
            <Button type="submit" variant="primary" icon="download" isPending={isPending}>
              Export Data
            </Button>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** The latest exports, polled while one is being written. */
function useDataExports() {
  const [{ data, fetching }, refetch] = useQuery({
    query: DataExports,
    requestPolicy: 'cache-and-network',
  })
  const exports = data?.dataExports ?? []
  const isWriting = exports.some(({ state }) => isUnderWay(state))
  useEffect(() => {
    if (!isWriting || fetching) return
    const timer = setTimeout(() => refetch({ requestPolicy: 'network-only' }), LOOK_MS)
    return () => clearTimeout(timer)
  }, [isWriting, fetching, refetch])
  return { exports, look: () => refetch({ requestPolicy: 'network-only' }) }
}
