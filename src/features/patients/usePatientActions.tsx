import { lazy, useState } from 'react'
import { useClient } from 'urql'
import { changeAddress } from '#client/address.ts'
import type { RowActionId } from '#domain/patients/rowActions.ts'
import { notLoaded, OnDemand } from '#ui/OnDemand.tsx'
import type { PatientRow } from './PatientRow.ts'

const ActionDialog = lazy(() =>
  import('./patientDialogs.tsx').then((one) => ({ default: one.PatientActionDialog })),
)

/**
 * What pressing a row's actions does, and the dialog it opened, for whoever shows rows of patients. `refetch` reads the
 * rows again when the server refused: then what they show is not how it is.
 */
export function usePatientActions(refetch: () => void = () => undefined) {
  const client = useClient()
  const [open, setOpen] = useState<{ action: RowActionId; patient: PatientRow } | null>(null)
  const [pending, setPending] = useState<{ action: RowActionId; patientId: string } | null>(null)

  /** Does at once what needs no dialog, with code that is loaded for it. */
  async function doAtOnce(
    action: RowActionId,
    patient: PatientRow,
    work: () => Promise<unknown>,
  ): Promise<void> {
    if (pending) return
    setPending({ action, patientId: patient.id })
    await work().catch(notLoaded)
    setPending(null)
  }

  const sendConsent = async (patient: PatientRow) =>
    (await import('./sendConsent.ts')).sendConsent(client, {
      patientId: patient.id,
      onLink: () => setOpen({ action: 'copy_link', patient }),
      onRefusal: refetch,
    })
  const checkStatus = async (patient: PatientRow) =>
    (await import('./checkStatus.ts')).checkStatus(client, patient, refetch)

  function onAction(action: RowActionId, patient: PatientRow): void {
    if (action === 'view') changeAddress({ patient: patient.id })
    else if (action === 'send_consent') void doAtOnce(action, patient, () => sendConsent(patient))
    else if (action === 'check_status') void doAtOnce(action, patient, () => checkStatus(patient))
    else setOpen({ action, patient })
  }

  const dialog = open && (
    <OnDemand>
      <ActionDialog {...open} onClose={() => setOpen(null)} onAction={onAction} onRefusal={refetch} />
    </OnDemand>
  )
  return {
    onAction,
    dialog,
    pendingFor: (patient: PatientRow) => (pending?.patientId === patient.id ? pending.action : undefined),
  }
}
