import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { apiKeyDocumentsInput } from '#domain/apiKeys/inputs.ts'
import { documentsInFile, MANIFEST_TYPES, nameOfDocument } from '#domain/apiKeys/manifest.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { flush } from './Settings.css.ts'

const listQuery = graphql(`
  query KeyDocuments($apiKeyId: ID!) { apiKeyDocuments(apiKeyId: $apiKeyId) { hash text } }
`)

const SetDocuments = graphql(`
  mutation KeyDocuments_Set($input: SetApiKeyDocumentsInput!) {
    setApiKeyDocuments(input: $input) { id documentCount }
  }
`)

type Props = { apiKey: { id: string; name: string }; onClose: () => void }

/** Limits an API key to the GraphQL documents in a file, or lifts the limit. */
export function KeyDocumentsDialog({ apiKey: { id: apiKeyId, name }, onClose }: Props) {
  const [{ data, error }] = useQuery({
    query: listQuery,
    variables: { apiKeyId },
    requestPolicy: 'cache-and-network',
  })
  const [chosen, setChosen] = useState<string[] | null>(null)
  const { submit, isPending, errors, setErrors } = useSubmit({
    document: SetDocuments,
    input: apiKeyDocumentsInput,
    variables: (input) => ({ input }),
    fallback: 'The list could not be saved',
    onDone({ setApiKeyDocuments: { documentCount } }) {
      toast.success('Success', documentCount > 0 ? 'The key runs only these documents' : 'Limit lifted')
      onClose()
    },
  })
  const current = data?.apiKeyDocuments.map(({ text }) => text)
  const shown = chosen ?? current

  async function read(files: File[]): Promise<void> {
    const [file] = files
    if (!file) return
    const found = documentsInFile(await file.text())
    setErrors(found ? {} : { documents: `${file.name} has no GraphQL documents` })
    if (found) setChosen(found)
  }

  return (
    <Dialog
      title={`Documents of ${name}`}
      description="With a list, the key can run only these GraphQL documents and no REST calls. Without a list, only its scopes limit it."
      size="wide"
      isPending={isPending}
      onClose={onClose}
    >
      <DialogBody>
        <FileDrop
          label="File with the documents"
          buttonLabel="Choose File"
          accept={MANIFEST_TYPES}
          error={errors.documents}
          isSingle
          onFiles={(files) => void read(files)}
        >
          The file of persisted documents that the program was built with (JSON), or one document
        </FileDrop>
        {error && !data && <EmptyState text={errorMessage(error, 'The list could not be loaded.').message} />}
        {!shown && !error && <Skeleton rows={1} />}
        {shown?.length === 0 && <EmptyState text="The key can run any document" />}
        {shown && shown.length > 0 && (
          <div className={flush}>
            <List label={chosen ? 'New list' : 'Documents'}>
              {shown.map((text) => (
                <ListItem key={text} icon="file">
                  {nameOfDocument(text)}
                </ListItem>
              ))}
            </List>
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        {current && current.length > 0 && (
          <Button isPending={isPending} onClick={() => void submit({ apiKeyId, documents: [] })}>
            Lift Limit
          </Button>
        )}
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={!chosen}
          onClick={() => void submit({ apiKeyId, documents: chosen ?? [] })}
        >
          Save List
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
