import { useFrame } from '#client/frame.ts'
import { paths } from '#domain/access/screens.ts'
import { showInstantDay } from '#domain/dates.ts'
import type { SettingsQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { line } from './Settings.css.ts'

type Factors = SettingsQuery['mySecondFactors']

/** The user's own second factors, with the way to the page that changes them. */
export function SecurityCard({ factors }: { factors: Factors }) {
  const { timeZone } = useFrame()
  const { authenticatorApp, passkeys, dueAt } = factors
  const hasFactor = authenticatorApp != null || passkeys.length > 0
  return (
    <Card>
      <CardHead title="Security">
        <ButtonLink href={paths.secondFactor} size="small">
          {hasFactor ? 'Manage Second Factor' : 'Set Up Second Factor'}
        </ButtonLink>
      </CardHead>
      <CardBody>
        <div className={line}>
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
        </div>
        <p>{stateOf(factors, timeZone)}</p>
      </CardBody>
    </Card>
  )
}

function stateOf(
  { authenticatorApp, passkeys, recoveryCodesLeft, dueAt }: Factors,
  timeZone: string,
): string {
  const day = (at: string) => showInstantDay(new Date(at), timeZone)
  if (!authenticatorApp && passkeys.length === 0)
    return dueAt
      ? `Your clinic requires a second factor from ${day(dueAt)}.`
      : 'A passkey or a code from your phone protects your account even if someone learns your password.'
  const left = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  if (!authenticatorApp) return `${left} left.`
  const used = authenticatorApp.lastUsedAt ? `last used ${day(authenticatorApp.lastUsedAt)}` : 'never used'
  return `Set up ${day(authenticatorApp.createdAt)}, ${used}. ${left} left.`
}
