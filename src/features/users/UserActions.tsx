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
  const resetFactor = { id: 'reset_factor', label: 'Reset Second Factor', icon: 'undo' } as const
  const unlock = { id: 'unlock', label: 'Unlock', icon: 'undo' } as const
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
          items={[
            ...(user.lockedUntil ? [unlock] : []),
            ...menu,
            ...(user.hasSecondFactor ? [resetFactor] : []),
          ]}
          onAction={(id) => onAction(id as UserActionId, user)}
        />
      )}
    </RowActions>
  )
}
