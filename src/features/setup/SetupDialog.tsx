import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { SampleGuide } from './SampleGuide.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import { column } from './setup.css.ts'
import { clinicSetupQuery, type Setup } from './setupDocuments.ts'
import { useEditSetup } from './useEditSetup.ts'

/** The checklist, also after it was dismissed. In the demo clinic, how to set up a real one. */
export function SetupDialog({ onClose }: { onClose: () => void }) {
  const [{ data, error }] = useQuery({ query: clinicSetupQuery, requestPolicy: 'cache-and-network' })
  const edit = useEditSetup()
  const setup = data?.clinicSetup
  return (
    <Dialog title="Set Up Clinic" size="wide" onClose={onClose}>
      <DialogBody>
        {setup?.isSample ? (
          <SampleGuide />
        ) : setup ? (
          <SetupSteps
            steps={setup.steps}
            className={column}
            isMarking={edit.isMarking}
            onReviewed={() => edit.markReviewed('Consent form marked as reviewed')}
          />
        ) : error ? (
          <EmptyState text={errorMessage(error, 'The checklist could not be loaded. Try again.').message} />
        ) : (
          <Skeleton rows={8} />
        )}
      </DialogBody>
      <DialogFoot>
        {setup && <Switch setup={setup} edit={edit} />}
        <DialogClose>Close</DialogClose>
      </DialogFoot>
    </Dialog>
  )
}

type SwitchProps = { setup: Setup; edit: ReturnType<typeof useEditSetup> }

/** Dismisses the checklist or the notice of the demo, or brings it back. */
function Switch({ setup: { isSample, isDismissed, isShown }, edit }: SwitchProps) {
  const { bringBack, dismiss, isDismissing } = edit
  if (isDismissed)
    return (
      <Button
        isPending={isDismissing}
        onClick={() =>
          bringBack(
            isSample
              ? reload('Each screen says again that the data is invented.')
              : 'The dashboard shows the open steps.',
          )
        }
      >
        {isSample ? 'Show Sample Notice' : 'Show on Dashboard'}
      </Button>
    )
  return (
    (isSample || isShown) && (
      <Button
        isPending={isDismissing}
        onClick={() =>
          dismiss(
            isSample
              ? reload('The sample notice is hidden. Its data stays.')
              : 'The dashboard no longer shows the checklist.',
          )
        }
      >
        {isSample ? 'Hide Sample Notice' : 'Dismiss Checklist'}
      </Button>
    )
  )
}

/** The server renders the notice on each screen. */
const reload = (description: string) => () => {
  toast.carry({ title: 'Success', description, tone: 'success' })
  location.reload()
}
