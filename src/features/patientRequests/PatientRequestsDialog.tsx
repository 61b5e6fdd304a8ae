import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { accountingPath } from '#domain/access/screens.ts'
import { clinicDay } from '#domain/dates.ts'
import { Button } from '#ui/Button.tsx'
import { ToggleChip } from '#ui/Chip.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { link } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { flush } from '../patients/PatientDialog.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { RequestLine } from './RequestLine.tsx'
import { patientRequestsQuery } from './requestDocuments.ts'

/** The open or answered requests of all patients. */
export function PatientRequestsDialog({ onClose }: { onClose: () => void }) {
  const { now, timeZone } = useFrame()
  const today = clinicDay(now, timeZone)
  const [isAnswered, setAnswered] = useState(false)
  return (
    <Dialog
      title="Requests by Patients"
      description="What patients have asked for and the clinic must answer in time. Record a request or its answer in the patient’s accounting of disclosures."
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <div>
          <ToggleChip isPressed={isAnswered} onClick={() => setAnswered(!isAnswered)}>
            Answered
          </ToggleChip>
        </div>
        <Pages
          key={String(isAnswered)}
          document={patientRequestsQuery}
          variables={{ isAnswered }}
          connectionOf={(data) => data.patientRequests}
          empty={<EmptyState text={isAnswered ? 'No answered requests' : 'No open requests'} />}
          fallback="The requests could not be loaded"
        >
          {(requests) => (
            <div className={flush}>
              <List label="Requests by patients">
                {requests.map(({ patient, ...request }) => (
                  <RequestLine key={request.id} {...{ request, today }}>
                    <a className={link} href={accountingPath(patient.id)}>
                      {fullName(patient)}
                    </a>
                  </RequestLine>
                ))}
              </List>
            </div>
          )}
        </Pages>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
