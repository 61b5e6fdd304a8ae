import { useState } from 'react'
import { useClient } from 'urql'
import type { ProofKind } from '#domain/errors.ts'
import { stepUpInput } from '#domain/factors/inputs.ts'
import { typedFactor } from '#domain/factors/typedFactor.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { hasPasskeys, showPasskey } from './passkey.ts'
import { useSubmit } from './useSubmit.ts'

const StartPasskeyProof = graphql(`mutation StepUpDialog_Start { startPasskeyProof { challengeId options } }`)

const StepUp = graphql(`mutation StepUpDialog($input: StepUpInput!) { stepUp(input: $input) }`)

type Props = { how: readonly ProofKind[]; onDone: () => void; onClose: () => void }

/** Asks for the second factor, or for the password of a user without one, before a sensitive action. */
export function StepUpDialog({ how, onDone, onClose }: Props) {
  const usesPassword = how.includes('password')
  const usesPasskey = how.includes('passkey') && hasPasskeys()
  const client = useClient()
  const [problem, setProblem] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: StepUp,
    input: stepUpInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to confirm',
    onDone,
  })
  const { recoveryCode, passkey, ...fields } = errors
  const showProof = async () => {
    setProblem('')
    const { data } = await client.mutation(StartPasskeyProof, {}).toPromise()
    if (!data) return setProblem('The server cannot be reached. Try again.')
    const { challengeId, options } = data.startPasskeyProof
    const response = await showPasskey(options).catch(() => null)
    if (response === null) return setProblem('The passkey was not used. Try again, or enter a code.')
    await submit({ passkey: { challengeId, response } })
  }
  return (
    <Dialog
      title="Confirm It’s You"
      description="You signed in a while ago, so this action needs a confirmation."
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={recoveryCode === undefined ? fields : { ...fields, code: recoveryCode }}
        onSubmit={(event) => {
          const typed = String(
            new FormData(event.currentTarget).get(usesPassword ? 'password' : 'code') ?? '',
          )
          void submit(usesPassword ? { password: typed } : typedFactor(typed))
        }}
      >
        <DialogBody>
          {usesPasskey && <Button onClick={() => void showProof()}>Use Passkey</Button>}
          {usesPasskey && (passkey ?? problem) && <p role="alert">{passkey ?? problem}</p>}
          {usesPassword ? (
            <TextField
              name="password"
              label="Your Password"
              type="password"
              isRequired
              autoFocus
              autoComplete="current-password"
            />
          ) : (
            <TextField
              name="code"
              label="Code from your authenticator app, or a recovery code"
              isRequired
              autoFocus={!usesPasskey}
              autoComplete="one-time-code"
            />
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Confirm
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
