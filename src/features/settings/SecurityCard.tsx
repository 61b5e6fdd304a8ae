import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { paths } from '#domain/access/screens.ts'
import { showInstantDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const secondFactors = graphql(`
  query SecurityCard {
    mySecondFactors { authenticatorApp { createdAt lastUsedAt } passkeys { id } recoveryCodesLeft dueAt }
  }
`)

/** The user's own second factors, with the way to the page that changes them. */
export function SecurityCard() {
  const { timeZone } = useFrame()
  const [{ data, error }] = useQuery({ query: secondFactors, requestPolicy: 'cache-and-network' })
  const { authenticatorApp, passkeys = [], recoveryCodesLeft, dueAt } = data?.mySecondFactors ?? {}
  const hasFactor = authenticatorApp != null || passkeys.length > 0
  return (
    <Card>
      <CardHead title="Security">
        <ButtonLink href={paths.secondFactor} size="small">
          {hasFactor ? 'Manage Second Factor' : 'Set Up Second Factor'}
        </ButtonLink>
      </CardHead>
      <CardBody>
        {!data &&
          (error ? <EmptyState text={errorMessage(error, 'Failed to load').message} /> : <Skeleton />)}
        {data && (
          <>
            {authenticatorApp && (
              <Badge tone="positive" icon="check">
                Authenticator App
              </Badge>
            )}
            {passkeys.length > 0 && (
              <Badge tone="positive" icon="check">
                {passkeys.length === 1 ? '1 Passkey' : `${passkeys.length} Passkeys`}
              </Badge>
            )}
            {!hasFactor && (
              <Badge tone={dueAt ? 'caution' : 'neutral'} icon="lock">
                No Second Factor
              </Badge>
            )}
            <p>{stateOf({ authenticatorApp, hasFactor, recoveryCodesLeft, dueAt }, timeZone)}</p>
          </>
        )}
      </CardBody>
    </Card>
  )
}

type State = {
  authenticatorApp?: { createdAt: string; lastUsedAt?: string | null | undefined } | null | undefined
  hasFactor: boolean
  recoveryCodesLeft?: number | undefined
  dueAt?: string | null | undefined
}

function stateOf(
  { authenticatorApp, hasFactor, recoveryCodesLeft = 0, dueAt }: State,
  timeZone: string,
): string {
  const day = (at: string) => showInstantDay(new Date(at), timeZone)
  if (!hasFactor)
    return dueAt
      ? `Your clinic requires a second factor from ${day(dueAt)}.`
      : 'A passkey or a code from your phone protects your account even if someone learns your password.'
  const left = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  if (!authenticatorApp) return `${left} left.`
  const used = authenticatorApp.lastUsedAt ? `last used ${day(authenticatorApp.lastUsedAt)}` : 'never used'
  return `Set up ${day(authenticatorApp.createdAt)}, ${used}. ${left} left.`
}
