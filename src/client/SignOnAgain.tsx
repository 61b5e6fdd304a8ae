import { useQuery } from 'urql'
import { signOnAgainPath } from '#domain/users/signOn.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { errorMessage } from './errorMessage.ts'

const providers = graphql(`query SignOnAgain { signOnConnections { id name isConnected } }`)

/**
 * Lets a user without a password and second factor here sign in at the provider again, in another tab, before a sensitive
 * action.
 */
export function SignOnAgain({ onDone, onClose }: { onDone: () => void; onClose: () => void; how: unknown }) {
  const [{ data, error }] = useQuery({ query: providers })
  const connected = data?.signOnConnections.filter(({ isConnected }) => isConnected)
  return (
    <Dialog
      title="Confirm It’s You"
      description="You signed in a while ago, so this action needs a confirmation. Sign in again in a new tab, then continue here."
      onClose={onClose}
    >
      <DialogBody>
        {!connected && (error ? <p>{errorMessage(error, 'Failed to load').message}</p> : <Skeleton />)}
        {connected?.map(({ id, name }) => (
          <ButtonLink key={id} href={signOnAgainPath(id)} target="_blank">
            Sign in with {name}
          </ButtonLink>
        ))}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={onDone}>
          Continue
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
