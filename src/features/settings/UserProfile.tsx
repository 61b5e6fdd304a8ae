import { useState, useSyncExternalStore } from 'react'
import { useClient } from 'urql'
import { chooseTheme, currentTheme, onThemeChange, type Theme } from '#client/theme.ts'
import { toast, toastFailure } from '#client/toast.ts'
import { shortRoleLabel } from '#domain/access/actor.ts'
import { NOTICE_MINUTES } from '#domain/access/session.ts'

import { graphql } from '#generated/gql.ts'
import type { EditProfileInput } from '#generated/graphql.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { PictureButtons } from './PictureButtons.tsx'
import { address, line, name, person, row, rows } from './Settings.css.ts'
import type { Me } from './settingsDocuments.ts'

const EditProfile = lazy(() => import('./EditProfileDialog.tsx').then((one) => one.EditProfileDialog))

type Props = { me: Me; theme: Theme; sendsMail: boolean }

/** The user's own account and preferences. */
export function UserProfile({ me, theme, sendsMail }: Props) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Card>
      <CardHead title="User Profile">
        <Button size="small" icon="edit" {...onIntent(EditProfile.load)} onClick={() => setEditing(true)}>
          Edit Profile
        </Button>
      </CardHead>
      <CardBody>
        <div className={person}>
          <Avatar
            firstName={me.firstName}
            lastName={me.lastName}
            imageUrl={me.profileImageUrl}
            size="large"
          />
          <div>
            <p className={name}>{fullName(me)}</p>
            <span className={address}>{me.email}</span>
          </div>
        </div>
        <div className={line}>
          <Badge tone="info">{shortRoleLabel(me.role)}</Badge>
          <Badge tone="positive" icon="check">
            Active
          </Badge>
        </div>
        <PictureButtons hasPicture={Boolean(me.profileImageUrl)} />
        <div className={rows}>
          <ThemeRow initial={theme} />
          <NoticeRow minutes={me.noticeMinutes} />
          {sendsMail && <MailRow isOn={me.emailAlerts} />}
        </div>
      </CardBody>
      {isEditing && (
        <OnDemand>
          <EditProfile me={me} onClose={() => setEditing(false)} />
        </OnDemand>
      )}
    </Card>
  )
}

const themes: { id: Theme; label: string }[] = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
]

function ThemeRow({ initial }: { initial: Theme }) {
  const theme = useSyncExternalStore(onThemeChange, currentTheme, () => initial)
  return (
    <div className={row}>
      <span aria-hidden="true">Theme</span>
      <NativeSelect
        label="Theme"
        value={theme}
        options={themes}
        onChange={(event) => chooseTheme(event.target.value as Theme)}
      />
    </div>
  )
}

const EditChoice = graphql(`
  mutation UserProfile_Choice($input: EditProfileInput!) { editProfile(input: $input) { id noticeMinutes emailAlerts } }
`)

/** A profile setting that is saved as soon as the user changes it. */
function useChoice(kept: string) {
  const client = useClient()
  const [pending, setPending] = useState<string | null>(null)

  async function choose(value: string, input: EditProfileInput): Promise<void> {
    setPending(value)
    const { error } = await client.mutation(EditChoice, { input }).toPromise()
    setPending(null)
    if (!error) return toast.success('Success', 'Profile updated successfully')
    toastFailure(error, 'Failed to update profile', () => void choose(value, input))
  }

  return { value: pending ?? kept, choose }
}

function NoticeRow({ minutes }: { minutes: number }) {
  const { value, choose } = useChoice(String(minutes))
  return (
    <div className={row}>
      <span aria-hidden="true">Warn Me Before the Idle Sign-Out</span>
      <NativeSelect
        label="Warn Me Before the Idle Sign-Out"
        value={value}
        options={NOTICE_MINUTES.choices.map((one) => ({ id: String(one), label: `${one} minutes` }))}
        onChange={({ target }) => void choose(target.value, { noticeMinutes: Number(target.value) })}
      />
    </div>
  )
}

function MailRow({ isOn }: { isOn: boolean }) {
  const { value, choose } = useChoice(isOn ? 'on' : 'off')
  return (
    <div className={row}>
      <span aria-hidden="true">Also Send My Alerts by E-Mail</span>
      <NativeSelect
        label="Also Send My Alerts by E-Mail"
        value={value}
        options={[
          { id: 'on', label: 'On' },
          { id: 'off', label: 'Off' },
        ]}
        onChange={({ target }) => void choose(target.value, { emailAlerts: target.value === 'on' })}
      />
    </div>
  )
}
