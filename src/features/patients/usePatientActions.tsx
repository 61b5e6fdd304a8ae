import { useState } from 'react'
import { useClient } from 'urql'
import { changeAddress } from '#client/address.ts'
import { toldFailure } from '#client/failure.ts'
import { toast } from '#client/toast.ts'
import type { RowActionId } from '#domain/patients/rowActions.ts'
import { graphql } from '#generated/gql.ts'
import { OnDemand } from '#ui/OnDemand.tsx'
import { toastQueue } from '#ui/toastQueue.ts'
import type { PatientRow } from './PatientRow.ts'
import { patientDialogs } from './patientDialogs.tsx'

const SendConsent = graphql(`
  mutation PatientActions_SendConsent($input: PatientIdInput!) {
    sendConsent(input: $input) { id status statusSince consentSentVia }
  }
`)

/**
 * What pressing a row's actions does, and the dialog it opened, for whoever shows rows of patients. `refetch` reads the
 * rows again when the server refused: then what they show is not how it is.
 */
export function usePatientActions(refetch: () => void = () => undefined) {
  const client = useClient()
  const [open, setOpen] = useState<{ action: RowActionId; patient: PatientRow } | null>(null)
  const [pending, setPending] = useState<{ action: RowActionId; patientId: string } | null>(null)

  async function sendConsent(patient: PatientRow): Promise<void> {
    if (pending) return
    setPending({ action: 'send_consent', patientId: patient.id })
    const { error } = await client.mutation(SendConsent, { input: { patientId: patient.id } }).toPromise()
    setPending(null)
    if (error) {
      if (toldFailure(error, '').code === 'unauthenticated') return
      refetch()
      return toast.failure('Error', 'Failed to send consent form')
    }
    toastQueue.add({
      title: 'Success',
      description: 'Consent form sent successfully',
      tone: 'success',
      action: { label: 'Show signing link', onPress: () => setOpen({ action: 'copy_link', patient }) },
    })
  }

  function onAction(action: RowActionId, patient: PatientRow): void {
    if (action === 'view') changeAddress({ patient: patient.id })
    else if (action === 'send_consent') void sendConsent(patient)
    else setOpen({ action, patient })
  }

  const dialog = open && (
    <OnDemand>
      {patientDialogs[open.action]?.({ patient: open.patient, onClose: () => setOpen(null) })}
    </OnDemand>
  )
  return {
    onAction,
    dialog,
    pendingFor: (patient: PatientRow) => (pending?.patientId === patient.id ? pending.action : undefined),
  }
}
