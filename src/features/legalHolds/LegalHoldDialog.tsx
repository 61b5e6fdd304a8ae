import { useState } from 'react'
import type { HeldChartFragment, LegalHoldRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { flush } from '../patients/PatientDialog.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { HoldFacts } from './HoldFacts.tsx'
import { LiftLegalHoldDialog } from './LiftLegalHoldDialog.tsx'
import { PlaceLegalHoldDialog } from './PlaceLegalHoldDialog.tsx'

/** The active holds on a chart, with buttons to lift each one and to place another. */
export function LegalHoldDialog({ patient, onClose }: { patient: HeldChartFragment; onClose: () => void }) {
  const [open, setOpen] = useState<'place' | LegalHoldRowFragment | null>(null)
  const holds = patient.legalHolds ?? []
  const done = () => setOpen(null)
  return (
    <Dialog title="Legal Hold" description={fullName(patient)} size="wide" onClose={onClose}>
      <DialogBody>
        {holds.length === 0 ? (
          <EmptyState text="This chart has no legal hold" />
        ) : (
          <div className={flush}>
            <List label="Legal holds">
              {holds.map((hold) => (
                <ListItem
                  key={hold.id}
                  icon="archive"
                  detail={<HoldFacts hold={hold} />}
                  action={
                    <Button
                      size="small"
                      aria-label={`Lift the hold: ${hold.reason}`}
                      onClick={() => setOpen(hold)}
                    >
                      Lift
                    </Button>
                  }
                >
                  {hold.reason}
                </ListItem>
              ))}
            </List>
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" icon="archive" onClick={() => setOpen('place')}>
          Place Legal Hold
        </Button>
      </DialogFoot>
      {open === 'place' && <PlaceLegalHoldDialog patient={patient} onClose={done} />}
      {open && open !== 'place' && <LiftLegalHoldDialog patientId={patient.id} hold={open} onClose={done} />}
    </Dialog>
  )
}
