import { useState } from 'react'
import { useClient } from 'urql'
import type { errorMessage } from '#client/errorMessage.ts'
import { toast, toastFailure } from '#client/toast.ts'

import { graphql } from '#generated/gql.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { UserActionId, UserDialogProps, UserRow } from './userDocuments.ts'

const DeleteUser = lazy(() => import('./DeleteUserDialog.tsx').then((one) => one.DeleteUserDialog))
const EditUser = lazy(() => import('./EditUserDialog.tsx').then((one) => one.EditUserDialog))
const ResetPassword = lazy(() => import('./ResetPasswordDialog.tsx').then((one) => one.ResetPasswordDialog))
const Sessions = lazy(() => import('./UserSessionsDialog.tsx').then((one) => one.UserSessionsDialog))

const SetUserActive = graphql(`
  mutation UserActions_SetActive($input: SetUserActiveInput!) { setUserActive(input: $input) { id isActive } }
`)
const UnlockUser = graphql(`
  mutation UserActions_Unlock($input: UnlockUserInput!) { unlockUser(input: $input) { id lockedUntil } }
`)

const dialogs: Partial<Record<UserActionId, (props: UserDialogProps) => React.ReactNode>> = {
  delete: (props) => <DeleteUser {...props} />,
  edit: (props) => <EditUser {...props} />,
  reset_password: (props) => <ResetPassword {...props} />,
  sessions: (props) => <Sessions {...props} />,
}

/** The handlers of the actions in users' rows, and the open dialog. */
export function useUserActions() {
  const client = useClient()
  const [open, setOpen] = useState<{ action: UserActionId; user: UserRow } | null>(null)
  const [pending, setPending] = useState<{ action: UserActionId; userId: string } | null>(null)

  async function run(
    action: UserActionId,
    user: UserRow,
    change: () => Promise<{ error?: Parameters<typeof errorMessage>[0] | undefined }>,
    { done, fallback }: { done: string; fallback: string },
  ): Promise<void> {
    if (pending) return
    setPending({ action, userId: user.id })
    const { error } = await change()
    setPending(null)
    if (!error) return toast.success('Success', done)
    toastFailure(error, fallback)
  }

  const setActive = (user: UserRow, isActive: boolean) =>
    run(
      'toggle',
      user,
      () => client.mutation(SetUserActive, { input: { userId: user.id, isActive } }).toPromise(),
      {
        done: `User ${isActive ? 'activated' : 'deactivated'} successfully`,
        fallback: 'Failed to update user status',
      },
    )
  const unlock = (user: UserRow) =>
    run('unlock', user, () => client.mutation(UnlockUser, { input: { userId: user.id } }).toPromise(), {
      done: 'User unlocked successfully',
      fallback: 'Failed to unlock user',
    })

  function onAction(action: UserActionId, user: UserRow): void {
    if (action === 'toggle') void setActive(user, !user.isActive)
    else if (action === 'unlock') void unlock(user)
    else setOpen({ action, user })
  }

  const dialog = open && (
    <OnDemand>{dialogs[open.action]?.({ user: open.user, onClose: () => setOpen(null) })}</OnDemand>
  )
  return {
    onAction,
    dialog,
    pendingFor: (user: UserRow) => (pending?.userId === user.id ? pending.action : undefined),
  }
}
