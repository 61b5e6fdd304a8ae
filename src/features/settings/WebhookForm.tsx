import { useState } from 'react'
import { useQuery } from 'urql'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import type { FeedType } from '#domain/live/feedTypes.ts'
import { createWebhookInput, editWebhookInput } from '#domain/webhooks/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { TypeFields } from './TypeFields.tsx'
import { EditWebhook, type WebhookRow } from './webhookDocuments.ts'

const CreateWebhook = graphql(`
  mutation WebhookForm($input: CreateWebhookInput!) {
    createWebhook(input: $input) { secret webhook { ...WebhookRow } }
  }
`)

const keysQuery = graphql(`
  query WebhookForm_Keys {
    apiKeys(first: 100) { edges { node { id name isUsable user { id firstName lastName } } } }
  }
`)

type Props = {
  /** The webhook to edit; without it, one is added. */
  webhook: WebhookRow | undefined
  onAdded: (secret: string) => void
  onClose: () => void
}

/** Adds or edits a webhook. */
export function WebhookForm({ webhook, onAdded, onClose }: Props) {
  const [{ data }] = useQuery({ query: keysQuery, requestPolicy: 'cache-and-network' })
  const [apiKeyId, setApiKey] = useState(webhook?.apiKeyId ?? null)
  const [types, setTypes] = useState((webhook?.types ?? []) as FeedType[])
  const fallback = webhook ? 'The webhook could not be changed' : 'The webhook could not be added'
  const adding = useSubmit({
    document: CreateWebhook,
    input: createWebhookInput,
    variables: (input) => ({ input }),
    fallback,
    showsSecret: true,
    onDone: ({ createWebhook }) => onAdded(createWebhook.secret),
  })
  const editing = useSubmit({
    document: EditWebhook,
    input: editWebhookInput,
    variables: (input) => ({ input: { ...input, expectedVersion: webhook?.version } }),
    fallback,
    onDone() {
      toast.success('Success', 'Webhook changed')
      onClose()
    },
  })
  const { errors, isPending, setErrors } = webhook ? editing : adding
  const keys = (data?.apiKeys.edges ?? [])
    .map(({ node }) => node)
    .filter(({ id, isUsable }) => isUsable || id === webhook?.apiKeyId)
    .map(({ id, name, user }) => ({ id, label: `${name} (${fullName(user)})` }))

  function send(form: FormData): void {
    const values = { name: String(form.get('name') ?? ''), url: String(form.get('url') ?? ''), types }
    if (!apiKeyId) setErrors({ apiKeyId: 'Choose an API key' })
    else if (webhook)
      // A new address or API key needs a confirmation, so only what has changed is sent.
      void editing.submit({
        ...{ webhookId: webhook.id, name: values.name, types },
        ...(values.url !== webhook.url && { url: values.url }),
        ...(apiKeyId !== webhook.apiKeyId && { apiKeyId }),
      })
    else void adding.submit({ ...values, apiKeyId })
  }

  const title = webhook ? 'Edit Webhook' : 'Add Webhook'
  return (
    <Dialog title={title} size="wide" onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} onSubmit={(event) => send(new FormData(event.currentTarget))}>
        <DialogBody>
          <TextField
            name="name"
            label="What It Is For"
            isRequired
            autoComplete="off"
            defaultValue={webhook?.name ?? ''}
          />
          <TextField
            name="url"
            label="Address"
            isRequired
            autoComplete="off"
            inputMode="url"
            defaultValue={webhook?.url ?? ''}
            description="Where to send messages, like https://example.com/caseload"
          />
          <SelectField
            label="API Key"
            isRequired
            options={keys}
            value={apiKeyId}
            onChange={setApiKey}
            placeholder={data && keys.length === 0 ? 'No API key works. Create one first.' : 'Choose a key'}
            error={errors.apiKeyId}
            description="The webhook sends the changes that this key may see, and ends with the key"
          />
          <TypeFields chosen={types} onChange={setTypes} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {webhook ? 'Save Changes' : 'Add Webhook'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
