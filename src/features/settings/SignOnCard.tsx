import { signOnPath } from '#domain/users/signOn.ts'
import type { SettingsQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { List, ListItem } from '#ui/List.tsx'

/** The providers with which the user can sign in, or can connect an account. */
export const SignOnCard = ({ connections }: { connections: SettingsQuery['signOnConnections'] }) => (
  <Card>
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
              <ButtonLink href={signOnPath(id)} size="small">
                Connect {name}
              </ButtonLink>
            )
          }
        >
          {name}
        </ListItem>
      ))}
    </List>
  </Card>
)
