import { useState } from 'react'
import { useAction } from '#client/useAction.ts'

import { graphql } from '#generated/gql.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { UserActionId, UserDialogProps, UserRow } from './userDocuments.ts'

const DeleteUser = lazy(() => import('./DeleteUserDialog.tsx').then((one) => one.DeleteUserDialog))
const DisconnectSignOn = lazy(() =>
  import('./DisconnectSignOnDialog.tsx').then((one) => one.DisconnectSignOnDialog),
)
const EditUser = lazy(() => import('./EditUserDialog.tsx').then((one) => one.EditUserDialog))
const Invitation = lazy(() => import('./InvitationDialog.tsx').then((one) => one.InvitationDialog))
const ResetPassword = lazy(() => import('./ResetPasswordDialog.tsx').then((one) => one.ResetPasswordDialog))
const ResetFactor = lazy(() =>
  import('./ResetSecondFactorDialog.tsx').then((one) => one.ResetSecondFactorDialog),
)
const ReassignWork = lazy(() => import('./ReassignWorkDialog.tsx').then((one) => one.ReassignWorkDialog))
const Sessions = lazy(() => import('./UserSessionsDialog.tsx').then((one) => one.UserSessionsDialog))

const SetUserActive = graphql(`
  mutation UserActions_SetActive($input: SetUserActiveInput!) { setUserActive(input: $input) { id isActive } }
`)
const UnlockUser = graphql(`
  mutation UserActions_Unlock($input: UnlockUserInput!) { unlockUser(input: $input) { id lockedUntil } }
`)
const WithdrawInvitation = graphql(`
  mutation UserActions_Withdraw($input: WithdrawInvitationInput!) {
    withdrawInvitation(input: $input) { id invitationExpiresAt }
  }
`)

const dialogs: Partial<Record<UserActionId, (props: UserDialogProps) => React.ReactNode>> = {
  delete: (props) => <DeleteUser {...props} />,
  disconnect_sign_on: (props) => <DisconnectSignOn {...props} />,
  edit: (props) => <EditUser {...props} />,
  invite: (props) => <Invitation {...props} />,
  reset_password: (props) => <ResetPassword {...props} />,
  reset_factor: (props) => <ResetFactor {...props} />,
  reassign_work: (props) => <ReassignWork {...props} />,
  sessions: (props) => <Sessions {...props} />,
}

/** The actions that open no dialog. */
const instantActions = ['toggle', 'unlock', 'withdraw'] as const satisfies readonly UserActionId[]
const keyOf = (action: (typeof instantActions)[number], { id }: UserRow) => `${action} ${id}`

/** The handlers of the actions in users' rows, and the open dialog. */
export function useUserActions() {
  const { run, pending } = useAction()
  const [open, setOpen] = useState<{ action: UserActionId; user: UserRow } | null>(null)

  const setActive = (user: UserRow, isActive: boolean) =>
    run({
      document: SetUserActive,
      variables: { input: { userId: user.id, isActive } },
      key: keyOf('toggle', user),
      done: `User ${isActive ? 'activated' : 'deactivated'} successfully`,
      fallback: 'Failed to update user status',
    })
  const unlock = (user: UserRow) =>
    run({
      document: UnlockUser,
      variables: { input: { userId: user.id } },
      key: keyOf('unlock', user),
      done: 'User unlocked successfully',
      fallback: 'Failed to unlock user',
    })
  const withdraw = (user: UserRow) =>
    run({
      document: WithdrawInvitation,
      variables: { input: { userId: user.id } },
      key: keyOf('withdraw', user),
      done: 'Invitation withdrawn',
      fallback: 'Failed to withdraw the invitation',
    })

  function onAction(action: UserActionId, user: UserRow): void {
    if (action === 'toggle') void setActive(user, !user.isActive)
    else if (action === 'unlock') void unlock(user)
    else if (action === 'withdraw') void withdraw(user)
    else setOpen({ action, user })
  }

  const dialog = open && (
    <OnDemand>{dialogs[open.action]?.({ user: open.user, onClose: () => setOpen(null) })}</OnDemand>
  )
  return {
    onAction,
    dialog,
    pendingFor: (user: UserRow) => instantActions.find((action) => pending === keyOf(action, user)),
  }
}
