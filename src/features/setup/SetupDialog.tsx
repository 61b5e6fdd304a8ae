import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import { column } from './setup.css.ts'
import { clinicSetupQuery } from './setupDocuments.ts'
import { useEditSetup } from './useEditSetup.ts'

/** The checklist, also after it was dismissed. */
export function SetupDialog({ onClose }: { onClose: () => void }) {
  const [{ data, error }] = useQuery({ query: clinicSetupQuery, requestPolicy: 'cache-and-network' })
  const { bringBack, dismiss, markReviewed, isDismissing, isMarking } = useEditSetup()
  const setup = data?.clinicSetup
  return (
    <Dialog
      title="Set Up Clinic"
      description="Caseload checks these steps itself. Administrators see the open ones on the dashboard."
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        {setup ? (
          <SetupSteps
            steps={setup.steps}
            className={column}
            isMarking={isMarking}
            onReviewed={() => markReviewed('Consent form marked as reviewed')}
          />
        ) : error ? (
          <EmptyState text={errorMessage(error, 'The checklist could not be loaded. Try again.').message} />
        ) : (
          <Skeleton />
        )}
      </DialogBody>
      <DialogFoot>
        {setup?.isDismissed && (
          <Button
            isPending={isDismissing}
            onClick={() => bringBack('The checklist is on the dashboard again.')}
          >
            Show on Dashboard
          </Button>
        )}
        {setup?.isShown && (
          <Button
            isPending={isDismissing}
            onClick={() => dismiss('The dashboard no longer shows the checklist.')}
          >
            Dismiss Checklist
          </Button>
        )}
        <DialogClose>Close</DialogClose>
      </DialogFoot>
    </Dialog>
  )
}
