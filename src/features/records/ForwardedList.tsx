import { useState } from 'react'
import type { ForwardingRowFragment } from '#generated/graphql.ts'
import { section } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { ForwardedRow } from './ForwardedRow.tsx'
import { ForwardingLinkDialog } from './ForwardingLinkDialog.tsx'
import { forwardingsQuery } from './forwardingDocuments.ts'
import { list } from './Records.css.ts'
import { WithdrawForwardingDialog } from './WithdrawForwardingDialog.tsx'

type Opened = { what: 'withdraw' | 'link'; forwarding: ForwardingRowFragment }

/** Records forwarded for a patient, with recipient and expiry; hidden if there are none. */
export function ForwardedList({ patient }: { patient: { id: string } }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const dialog = opened && {
    patientId: patient.id,
    forwarding: opened.forwarding,
    onClose: () => setOpened(null),
  }
  return (
    <>
      <Pages
        document={forwardingsQuery}
        variables={{ patientId: patient.id }}
        connectionOf={(data) => data.patientForwardings}
        fallback="The forwarded records could not be loaded"
      >
        {(forwardings) => (
          <section>
            <h3 className={section}>Forwarded</h3>
            <ul role="list" aria-label="Forwarded" className={list}>
              {forwardings.map((forwarding) => (
                <ForwardedRow
                  key={forwarding.id}
                  forwarding={forwarding}
                  onWithdraw={() => setOpened({ what: 'withdraw', forwarding })}
                  onShowLink={() => setOpened({ what: 'link', forwarding })}
                />
              ))}
            </ul>
          </section>
        )}
      </Pages>
      {dialog && opened.what === 'withdraw' && <WithdrawForwardingDialog {...dialog} />}
      {dialog && opened.what === 'link' && <ForwardingLinkDialog {...dialog} />}
    </>
  )
}
