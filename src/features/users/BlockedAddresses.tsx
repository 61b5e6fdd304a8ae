import { useAction } from '#client/useAction.ts'
import { graphql } from '#generated/gql.ts'
import type { UsersQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Moment } from '../time/Moment.tsx'
import { name } from './Users.css.ts'

const UnblockAddress = graphql(`
  mutation BlockedAddresses_Unblock($input: UnblockAddressInput!) { unblockAddress(input: $input) }
`)

/** IP addresses that are blocked for new devices after too many wrong passwords. Administrators can unblock them. */
export function BlockedAddresses({ addresses }: { addresses: UsersQuery['blockedAddresses'] }) {
  const { run, pending } = useAction()

  const unblock = (address: string) =>
    run({
      document: UnblockAddress,
      variables: { input: { address } },
      key: address,
      done: 'Address unblocked successfully',
      fallback: 'Failed to unblock address',
    })

  return (
    <Card>
      <CardHead title="Blocked Addresses" />
      <List label="Blocked Addresses">
        {addresses.map(({ address, blockedUntil }) => (
          <ListItem
            key={address}
            icon="slash"
            detail={
              <>
                Too many wrong passwords. Until <Moment at={blockedUntil} />
              </>
            }
            action={
              <Button
                size="small"
                isPending={pending === address}
                aria-label={`Unblock: ${address}`}
                onClick={() => void unblock(address)}
              >
                Unblock
              </Button>
            }
          >
            <span className={name}>{address}</span>
          </ListItem>
        ))}
      </List>
    </Card>
  )
}
