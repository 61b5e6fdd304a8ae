import { useCallback } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { useSessionEnded } from '#client/session.ts'
import type { Theme } from '#client/theme.ts'
import { can } from '#domain/access/policy.ts'
import { paths } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AdminSettings } from './AdminSettings.tsx'
import { SecurityCard } from './SecurityCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { column, columns, line } from './Settings.css.ts'
import { SignOnCard } from './SignOnCard.tsx'
import { SystemInformation } from './SystemInformation.tsx'
import { settingsQuery } from './settingsDocuments.ts'
import { UserProfile } from './UserProfile.tsx'

export { settingsQuery }

type Props = { frame: Frame; theme: Theme }

/** The user's own account and the state of the system. */
export function Settings({ frame, theme }: Props) {
  return (
    <Island frame={frame}>
      <Cards frame={frame} theme={theme} />
    </Island>
  )
}

function Cards({ frame: { viewer }, theme }: Props) {
  const [{ data, error }, refetch] = useQuery({ query: settingsQuery })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  const hasEnded = useSessionEnded()
  if (hasEnded) {
    return (
      <Card aria-label="Settings">
        <EmptyState text="Please log in to view settings">
          <ButtonLink href={paths.home}>Sign In</ButtonLink>
        </EmptyState>
      </Card>
    )
  }
  if (!data?.me) {
    return (
      <Card aria-label="Settings">
        {error ? (
          <EmptyState text={errorMessage(error, 'The settings could not be loaded. Try again.').message} />
        ) : (
          <Skeleton />
        )}
      </Card>
    )
  }
  return (
    <div className={columns}>
      <div className={column}>
        <UserProfile
          me={data.me}
          theme={theme}
          sendsMail={data.systemStatus.parts.some(
            ({ name, state }) => name === 'email' && state === 'configured',
          )}
        />
        <SecurityCard factors={data.mySecondFactors} />
        <SessionsCard sessions={data.mySessions} onChanged={readAgain} />
        {data.signOnConnections.length > 0 && <SignOnCard connections={data.signOnConnections} />}
      </div>
      <div className={column}>
        <SystemInformation status={data.systemStatus} />
        {can(viewer, 'settings.edit') && <AdminSettings />}
        <AccountActions />
      </div>
    </div>
  )
}

function AccountActions() {
  return (
    <Card>
      <CardHead title="Account Actions" />
      <CardBody>
        <div className={line}>
          <ButtonLink href={paths.changePassword} icon="key">
            Change Password
          </ButtonLink>
          <form method="post" action={paths.signOut}>
            <Button type="submit" icon="out">
              Sign Out
            </Button>
          </form>
        </div>
      </CardBody>
    </Card>
  )
}
