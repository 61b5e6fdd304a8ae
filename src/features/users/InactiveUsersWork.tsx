import { useState } from 'react'
import { workInWords } from '#domain/users/assignedWork.ts'
import type { UsersQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { name } from './Users.css.ts'

const ReassignWork = lazy(() => import('./ReassignWorkDialog.tsx').then((one) => one.ReassignWorkDialog))

type Work = UsersQuery['assignedWork'][number]

/** The work of users who can no longer sign in, with a button to reassign it. */
export function InactiveUsersWork({ work }: { work: readonly Work[] }) {
  const [open, setOpen] = useState<Work['user'] | null>(null)
  return (
    <Card>
      <CardHead title="Work of Inactive Users" />
      <List label="Work of Inactive Users">
        {work.map(({ user, ...counts }) => (
          <ListItem
            key={user.id}
            icon="people"
            detail={workInWords(counts)}
            action={
              <Button size="small" aria-label={`Reassign: ${fullName(user)}`} onClick={() => setOpen(user)}>
                Reassign
              </Button>
            }
          >
            <span className={name}>{fullName(user)}</span>
          </ListItem>
        ))}
      </List>
      {open && (
        <OnDemand>
          <ReassignWork user={open} onClose={() => setOpen(null)} />
        </OnDemand>
      )}
    </Card>
  )
}
