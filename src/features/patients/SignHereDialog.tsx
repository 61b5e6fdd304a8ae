import { useState } from 'react'
import { leaveSession } from '#client/session.ts'
import { SIGN_HERE } from '#domain/access/screens.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

/** Hands this device to the patient. Uses a native form, because the response is another page. */
export function SignHereDialog({ patient, onClose }: PatientDialogProps) {
  const [isGoing, setGoing] = useState(false)
  function handOver(): void {
    setGoing(true)
    // Runs after the form is submitted, because later requests of this page would be refused. It cannot run earlier,
    // because a form that is removed from the page is not submitted.
    setTimeout(leaveSession)
  }

  return (
    <Dialog title="Sign Here Now" description={fullName(patient)} onClose={onClose} isPending={isGoing}>
      <DialogBody>
        <p>
          {fullName(patient)} reads and signs the consent form on this device.
          {patient.status === 'consent_sent' && ' The link that was sent stops working.'}
        </p>
        <Banner tone="caution" icon="lock" title="This signs you out">
          Only the form can be opened on this device until a user signs in again. Save your work first.
          Handing over the device is recorded.
        </Banner>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <form method="post" action={SIGN_HERE} onSubmit={handOver}>
          <input type="hidden" name="patientId" value={patient.id} />
          <Button type="submit" variant="primary" icon="pen" isPending={isGoing}>
            Sign Out and Hand Over
          </Button>
        </form>
      </DialogFoot>
    </Dialog>
  )
}
