import { useState } from 'react'
import { useClient } from 'urql'
import { changeAddress } from '#client/address.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { isConnected, notConnected, untilConnected } from '#ui/connection.ts'
import { notLoaded, OnDemand } from '#ui/OnDemand.tsx'
import type { PatientRow } from './PatientRow.ts'
import { patientDialogQuery } from './patientDialogQuery.ts'
import { PatientActionDialog } from './patientDialogs.tsx'

/**
 * Handles the actions on patient rows and the dialog they open. `refetch` reloads the rows when the server
 * refuses an action, because they may be outdated.
 */
export function usePatientActions(refetch: () => void = () => undefined) {
  const client = useClient()
  const { viewer } = useFrame()
  const [open, setOpen] = useState<{ action: RowActionId; patient: PatientRow } | null>(null)
  const [pending, setPending] = useState<{ action: RowActionId; patientId: string } | null>(null)

  const linkOf = (patient: PatientRow) =>
    can(viewer, 'consent.seeLink') ? () => setOpen({ action: 'copy_link', patient }) : null

  /** Runs an action without a dialog; its code loads on demand. */
  async function act(action: RowActionId, patient: PatientRow): Promise<void> {
    if (pending) return
    setPending({ action, patientId: patient.id })
    const retry = () => void act(action, patient)
    if (await isConnected())
      await import('./actAtOnce.ts')
        .then(({ actAtOnce }) =>
          actAtOnce(client, action, patient, {
            onLink: linkOf(patient),
            onNoRecipient: () => setOpen({ action: 'preview_consent', patient }),
            refetch,
            retry,
          }),
        )
        .catch(notLoaded)
    else notConnected(retry)
    setPending(null)
  }

  /** Sends the request first, so that the server answers while React draws the chart. */
  async function openChart(id: string): Promise<void> {
    await untilConnected()
    void client.query(patientDialogQuery, { id }).toPromise()
    // The request leaves a few microtasks later. React would draw before that.
    setTimeout(() => changeAddress({ patient: id }))
  }

  function onAction(action: RowActionId, patient: PatientRow): void {
    if (action === 'view') void openChart(patient.id)
    else if (action === 'send_consent' || action === 'check_status') void act(action, patient)
    else setOpen({ action, patient })
  }

  const dialog = open && (
    <OnDemand>
      <PatientActionDialog
        {...open}
        // The dialog may have been replaced by the next one, like the signing link.
        onClose={() => setOpen((current) => (current === open ? null : current))}
        onAction={onAction}
        onLink={linkOf(open.patient)}
        onRefusal={refetch}
      />
    </OnDemand>
  )
  return {
    onAction,
    dialog,
    pendingFor: ({ id }: { id: string }) => (pending?.patientId === id ? pending.action : undefined),
  }
}
