import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { API_KEY_DAYS } from '#domain/apiKeys/apiKey.ts'
import { createApiKeyInput } from '#domain/apiKeys/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ColleagueField } from '../users/ColleagueField.tsx'
import { CopyField } from './CopyField.tsx'

const CreateKey = graphql(`
  mutation NewApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { secret apiKey { id name } }
  }
`)

const scopes = [
  { id: 'read', label: 'Read only' },
  { id: 'write', label: 'Read and write' },
]

/** Makes a key for a program, and shows its secret this once. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const { viewer } = useFrame()
  const [userId, setUser] = useState(viewer.id)
  const [scope, setScope] = useState<'read' | 'write'>('read')
  const [secret, setSecret] = useState<string | null>(null)
  const { submit, errors, isPending } = useSubmit({
    document: CreateKey,
    input: createApiKeyInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to create API key',
    onDone: ({ createApiKey }) => setSecret(createApiKey.secret),
  })
  if (secret) return <Secret secret={secret} onClose={onClose} />

  return (
    <Dialog title="Create API Key" onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        onSubmit={(event) => {
          const given = new FormData(event.currentTarget)
          void submit({
            userId,
            name: String(given.get('name') ?? ''),
            scope,
            expiresInDays: Number(given.get('expiresInDays') || Number.NaN),
          })
        }}
      >
        <DialogBody>
          <TextField name="name" label="What It Is For" isRequired autoFocus autoComplete="off" />
          <ColleagueField label="Acts As" value={userId} onChange={setUser} error={errors.userId} />
          <FieldPair>
            <SelectField
              name="scope"
              label="Scope"
              isRequired
              options={scopes}
              value={scope}
              onChange={(id) => setScope(id as typeof scope)}
            />
            <TextField
              name="expiresInDays"
              label="Ends After (days)"
              isRequired
              inputMode="numeric"
              defaultValue={String(API_KEY_DAYS.standard)}
              description={`At most ${API_KEY_DAYS.max}`}
            />
          </FieldPair>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Create API Key
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="API Key Created" onClose={onClose}>
      <DialogBody>
        <Banner tone="caution" icon="lock">
          This is shown once and kept nowhere. Whoever has it acts as the user it was made for.
        </Banner>
        <CopyField label="Secret" value={secret} />
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
