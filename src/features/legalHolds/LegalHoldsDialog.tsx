import { useState } from 'react'
import { patientPath } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { ToggleChip } from '#ui/Chip.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { link } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { flush } from '../patients/PatientDialog.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { HoldFacts } from './HoldFacts.tsx'
import { legalHoldsQuery } from './legalHoldDocuments.ts'

/** All active or lifted legal holds of the clinic. */
export function LegalHoldsDialog({ onClose }: { onClose: () => void }) {
  const [isLifted, setLifted] = useState(false)
  return (
    <Dialog
      title="Legal Holds"
      description="Records in these charts cannot be deleted or purged. Place or lift a hold in the patient’s details."
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <div>
          <ToggleChip isPressed={isLifted} onClick={() => setLifted(!isLifted)}>
            Lifted
          </ToggleChip>
        </div>
        <Pages
          key={String(isLifted)}
          document={legalHoldsQuery}
          variables={{ isLifted }}
          connectionOf={(data) => data.legalHolds}
          empty={<EmptyState text={isLifted ? 'No lifted legal holds' : 'No active legal holds'} />}
          fallback="The legal holds could not be loaded"
        >
          {(holds) => (
            <div className={flush}>
              <List label="Legal holds">
                {holds.map((hold) => (
                  <ListItem
                    key={hold.id}
                    detail={
                      <>
                        {hold.reason}
                        <br />
                        <HoldFacts hold={hold} />
                      </>
                    }
                  >
                    <a className={link} href={patientPath(hold.patient.id)}>
                      {fullName(hold.patient)}
                    </a>
                  </ListItem>
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
