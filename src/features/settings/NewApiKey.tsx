import { useState } from 'react'
import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { API_KEY_DAYS } from '#domain/apiKeys/apiKey.ts'
import { createApiKeyInput, createServiceAccountInput } from '#domain/apiKeys/inputs.ts'
import { type ApiKeyScope, scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { ColleagueField } from '../users/ColleagueField.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { ShownSecret } from './ShownSecret.tsx'

const CreateKey = graphql(`
  mutation NewApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { secret apiKey { id name } }
  }
`)

const CreateAccount = graphql(`
  mutation NewApiKey_ServiceAccount($input: CreateServiceAccountInput!) {
    createServiceAccount(input: $input) { secret apiKey { id name } }
  }
`)

// Every service account has these words in its name.
const serviceAccounts = graphql(`
  query NewApiKey_ServiceAccounts {
    users(first: 100, search: "service account") {
      edges { node { id firstName lastName isActive isServiceAccount } }
    }
  }
`)

const holders = [
  { id: 'user', label: 'An existing user or service account' },
  { id: 'service', label: 'A new service account' },
]

/** Creates an API key for a user or a new service account, and shows its secret once. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const { viewer } = useFrame()
  const [isService, setService] = useState(false)
  const [personId, setPerson] = useState(viewer.id)
  const [scopes, setScopes] = useState<ApiKeyScope[]>(scopesOfFormer.read)
  const [secret, setSecret] = useState<string | null>(null)
  const [{ data }] = useQuery({ query: serviceAccounts, requestPolicy: 'cache-and-network' })
  const accounts = (data?.users.edges ?? [])
    .map(({ node }) => node)
    .filter((one) => one.isServiceAccount && one.isActive)
    .map((one) => ({ id: one.id, label: fullName(one) }))
  const fallback = 'Failed to create API key'
  const key = useSubmit({
    document: CreateKey,
    input: createApiKeyInput,
    variables: (input) => ({ input }),
    fallback,
    showsSecret: true,
    onDone: ({ createApiKey }) => setSecret(createApiKey.secret),
  })
  const account = useSubmit({
    document: CreateAccount,
    input: createServiceAccountInput,
    variables: (input) => ({ input }),
    fallback,
    showsSecret: true,
    onDone: ({ createServiceAccount }) => setSecret(createServiceAccount.secret),
  })
  const { errors, isPending } = isService ? account : key
  const purpose = isService ? 'keyName' : 'name'
  if (secret)
    return (
      <ShownSecret
        title="API Key Created"
        secret={secret}
        warning="Anyone who has it can do what its scopes allow."
        onClose={onClose}
      />
    )

  function send(form: FormData): void {
    const text = (name: string) => String(form.get(name) ?? '')
    const expiresInDays = Number(form.get('expiresInDays') || Number.NaN)
    if (isService) {
      const names = { name: text('name'), keyName: text('keyName') }
      void account.submit({ ...names, ownerId: personId, scopes, expiresInDays })
    } else void key.submit({ userId: personId, name: text('name'), scopes, expiresInDays })
  }

  return (
    <Dialog title="Create API Key" size="wide" onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} onSubmit={(event) => send(new FormData(event.currentTarget))}>
        <DialogBody>
          <FieldPair>
            <SelectField
              label="Acts As"
              options={holders}
              value={isService ? 'service' : 'user'}
              onChange={(id) => {
                setService(id === 'service')
                setPerson(viewer.id)
              }}
              description={
                isService
                  ? 'A program with the staff role. It cannot sign in, and only its keys can act for it.'
                  : 'The key can do what the user may do, within its scopes.'
              }
            />
            {isService && (
              <TextField
                name="name"
                label="Service Account Name"
                isRequired
                autoComplete="off"
                description="The audit log shows this name"
              />
            )}
          </FieldPair>
          <ColleagueField
            label={isService ? 'Owner' : 'User'}
            value={personId}
            onChange={setPerson}
            error={isService ? errors.ownerId : errors.userId}
            more={isService ? [] : accounts}
          />
          <FieldPair>
            <TextField key={purpose} name={purpose} label="What It Is For" isRequired autoComplete="off" />
            <TextField
              name="expiresInDays"
              label="Ends After (Days)"
              isRequired
              inputMode="numeric"
              defaultValue={String(API_KEY_DAYS.standard)}
              description={`At most ${API_KEY_DAYS.max}`}
            />
          </FieldPair>
          <ScopeFields chosen={scopes} error={errors.scopes} onChange={setScopes} />
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
