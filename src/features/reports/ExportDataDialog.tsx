import { useSubmit } from '#client/useSubmit.ts'
import { DATA_EXPORT_HOURS, type DataExportKind } from '#domain/exports/dataExport.ts'
import { requestDataExportInput } from '#domain/exports/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { useDataExports } from './useDataExports.tsx'

const RequestDataExport = graphql(`
  mutation ExportDataDialog($input: RequestDataExportInput!) { requestDataExport(input: $input) { id state } }
`)

const after = `You can download the file for ${DATA_EXPORT_HOURS} hours. All administrators are notified.`

const texts: Record<DataExportKind, { title: string; description: string }> = {
  all_data: {
    title: 'Export Data',
    description: `Exports all clinic data as JSON and CSV, with a list of hashes, in one zip file. Uploaded files are not in it: Export Documents has them. ${after}`,
  },
  documents: {
    title: 'Export Documents',
    description: `Exports the records and signed forms of all charts as files, with their hashes, in one zip file with a folder for each patient. ${after}`,
  },
  evidence: {
    title: 'Export Evidence',
    description: `Exports all rows of the audit log with their proofs, and the signed forms, including scans of paper forms, in one zip file that anyone can verify without Caseload. The file is about all patients, so keep it in the clinic. To give evidence about one patient to somebody outside, use the Disclosures tab of the chart. ${after}`,
  },
}

type Props = { kind?: DataExportKind; onClose: () => void }

/** Exports one kind of data about all patients. The server asks for a confirmation unless the administrator has just signed in. */
export function ExportDataDialog({ kind = 'all_data', onClose }: Props) {
  const { title, description } = texts[kind]
  const { list, isWriting, look } = useDataExports({ kind })
  const { submit, errors, isPending } = useSubmit({
    document: RequestDataExport,
    input: requestDataExportInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to export data',
    onDone: look,
  })
  return (
    <Dialog title={title} isGrowing description={description} onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} onSubmit={() => void submit({ kind })}>
        <DialogBody>{list}</DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Close</Button>
          {!isWriting && (
            <Button type="submit" variant="primary" icon="download" isPending={isPending}>
              {title}
            </Button>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

export const ExportDocumentsDialog = (props: Omit<Props, 'kind'>) => (
  <ExportDataDialog kind="documents" {...props} />
)
