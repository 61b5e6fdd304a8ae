import { useAction } from '#client/useAction.ts'
import { SIGN_ON_CARD, signOnPath } from '#domain/users/signOn.ts'
import { graphql } from '#generated/gql.ts'
import type { SettingsQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { List, ListItem } from '#ui/List.tsx'

const Prepare = graphql(`mutation SignOnCard_Prepare { prepareSignOnConnection }`)

/** The providers with which the user can sign in, or can connect an account. */
export function SignOnCard({ connections }: { connections: SettingsQuery['signOnConnections'] }) {
  const { run, pending } = useAction()

  // The server asks for a confirmation here if the last sign-in was long ago. The way back from the provider cannot ask.
  const connect = (id: string) =>
    run({
      document: Prepare,
      variables: {},
      key: id,
      done: () => location.assign(signOnPath(id)),
      fallback: 'Failed to connect the account',
    })

  return (
    <Card id={SIGN_ON_CARD}>
      <CardHead title="Single Sign-On" />
      <List label="Single Sign-On">
        {connections.map(({ id, name, isConnected }) => (
          <ListItem
            key={id}
            icon="key"
            detail={
              isConnected
                ? 'You can sign in with this account.'
                : 'Connect your account there to sign in with it.'
            }
            action={
              isConnected ? (
                <Badge tone="positive" icon="check">
                  Connected
                </Badge>
              ) : (
                <Button size="small" isPending={pending === id} onClick={() => void connect(id)}>
                  Connect {name}
                </Button>
              )
            }
          >
            {name}
          </ListItem>
        ))}
      </List>
    </Card>
  )
}
