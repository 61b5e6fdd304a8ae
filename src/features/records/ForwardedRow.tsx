import { amountOf } from '#domain/amount.ts'
import { type ForwardingState, forwardingStateLabels } from '#domain/records/forwarding.ts'
import type { ForwardingRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { Tone } from '#ui/theme.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { about, actions, fileName, record, whole } from './Records.css.ts'

const tones: Record<ForwardingState, Tone> = {
  open: 'positive',
  expired: 'neutral',
  withdrawn: 'neutral',
  closed: 'caution',
}

type Props = { forwarding: ForwardingRowFragment; onWithdraw: () => void; onShowLink: () => void }

/** One forwarding: recipient, files, expiry and downloads. */
export function ForwardedRow({ forwarding, onWithdraw, onShowLink }: Props) {
  const { state, recipient, records, purpose, createdAt, expiresAt, endedAt, openedAt, downloads } =
    forwarding
  const name = fullName(recipient)
  return (
    <li className={record}>
      <span className={fileName}>{name}</span>
      <div className={actions}>
        {state === 'open' && (
          <>
            <IconButton
              icon="copy"
              size="small"
              title="Show Link"
              label={`Show the link for ${name}`}
              onClick={onShowLink}
            />
            <IconButton
              icon="slash"
              size="small"
              title="Withdraw"
              label={`Withdraw the link for ${name}`}
              onClick={onWithdraw}
            />
          </>
        )}
      </div>
      <div className={about}>
        <Badge tone={tones[state]}>{forwardingStateLabels[state]}</Badge>
        <span>
          Forwarded <Moment at={createdAt} /> by {fullName(forwarding.forwardedBy)}
        </span>
        <span>
          {endedAt ? 'Ended ' : state === 'open' ? 'Until ' : 'Was open until '}
          <Moment at={endedAt ?? expiresAt} />
        </span>
        <span>{openedAt ? `Opened, ${amountOf(downloads, 'download')}` : 'Not opened'}</span>
      </div>
      <p className={whole}>
        {purpose}: {records.map((one) => one.fileName).join(', ')}
      </p>
    </li>
  )
}
