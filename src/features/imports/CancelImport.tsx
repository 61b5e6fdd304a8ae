import { useState } from 'react'
import { useMutation } from 'urql'
import { toast, toastFailure } from '#client/toast.ts'

import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { ImportFacts } from './importDocuments.ts'
import { countPatients } from './importLook.ts'

const Cancel = graphql(`
  mutation CancelImport($input: PatientImportIdInput!) {
    cancelPatientImport(input: $input) { ...PatientImportFacts }
  }
`)

/** Cancels an import after a confirmation and deletes its file. */
export function CancelImport({ one }: { one: ImportFacts }) {
  const [isOpen, setOpen] = useState(false)
  const [{ fetching }, cancel] = useMutation(Cancel)

  async function confirm(): Promise<void> {
    const { error } = await cancel({ input: { importId: one.id } })
    setOpen(false)
    if (error) toastFailure(error, 'The import could not be cancelled')
    else toast.success('Success', 'Import cancelled')
  }

  return (
    <>
      <Button icon="slash" onClick={() => setOpen(true)}>
        Cancel Import
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Cancel Import"
          description={
            one.state === 'importing'
              ? `The rest of the file is not imported, and the file is deleted. ${countPatients(one.created)} already imported will stay.`
              : 'The file is deleted. No patients were imported from it.'
          }
          verb="Cancel Import"
          isPending={fetching}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
