import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { onIntent } from '#ui/intent.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import { RowActions } from '#ui/Table.tsx'
import { fullName } from '../patients/PatientRow.ts'
import type { UserActionId, UserRow } from './userDocuments.ts'

const menu: { id: UserActionId; label: string; icon: IconName }[] = [
  { id: 'edit', label: 'Edit', icon: 'edit' },
  { id: 'reset_password', label: 'Reset Password', icon: 'key' },
  { id: 'sessions', label: 'Sessions', icon: 'lock' },
  { id: 'reassign_work', label: 'Reassign Work', icon: 'people' },
]

const unlock = { id: 'unlock', label: 'Unlock', icon: 'undo' } as const
const invite = { id: 'invite', label: 'Send Invitation', icon: 'send' } as const
const resetFactor = { id: 'reset_factor', label: 'Reset Second Factor', icon: 'undo' } as const
const disconnect = { id: 'disconnect_sign_on', label: 'Disconnect Single Sign-On', icon: 'slash' } as const
const withdraw = { id: 'withdraw', label: 'Withdraw Invitation', icon: 'slash' } as const

/** The menu of a user, with the actions that the account's state allows. */
const menuFor = ({
  lockedUntil,
  hasPassword,
  hasSignOn,
  isActive,
  invitationExpiresAt,
  hasSecondFactor,
}: UserRow) => [
  ...(lockedUntil ? [unlock] : []),
  ...(!hasPassword && !hasSignOn && isActive
    ? [invitationExpiresAt ? { ...invite, label: 'Resend Invitation' } : invite]
    : []),
  ...(invitationExpiresAt ? [withdraw] : []),
  ...menu,
  ...(hasSecondFactor ? [resetFactor] : []),
  ...(hasSignOn ? [disconnect] : []),
]

type Props = {
  user: UserRow
  pendingAction: UserActionId | undefined
  onAction: (action: UserActionId, user: UserRow) => void
}

/** The actions in a user's row: the two that SPEC requires as buttons, the others in a menu. */
export function UserActions({ user, pendingAction, onAction }: Props) {
  const toggle = user.isActive ? 'Deactivate' : 'Activate'
  const isToggling = pendingAction === 'toggle'
  return (
    <RowActions>
      <Button
        size="small"
        isPending={isToggling}
        pendingLabel="Updating..."
        {...(!isToggling && { 'aria-label': `${toggle}: ${fullName(user)}` })}
        onClick={() => onAction('toggle', user)}
      >
        {toggle}
      </Button>
      <Button
        size="small"
        aria-label={`Delete: ${fullName(user)}`}
        {...onIntent(() => import('./DeleteUserDialog.tsx'))}
        onClick={() => onAction('delete', user)}
      >
        Delete
      </Button>
      {/* A service account has no password, no sessions and no address to change. */}
      {!user.isServiceAccount && (
        <MenuButton
          label={`More actions for ${fullName(user)}`}
          size="small"
          items={menuFor(user)}
          onAction={(id) => onAction(id as UserActionId, user)}
        />
      )}
    </RowActions>
  )
}
