import { useQuery } from 'urql'
import { toast } from '#client/toast.ts'
import { guidePath } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { link } from '#ui/type.css.ts'
import { commands } from './setup.css.ts'
import { clinicSetupQuery } from './setupDocuments.ts'
import { useEditSetup } from './useEditSetup.ts'

const settings = `NODE_ENV=production
DATA_DIR=clinic-data
SESSION_SECRET=
PUBLIC_URL=https://caseload.example.org`

/** How to leave the demo clinic, and the switch of its notice in the frame. */
export function SampleDialog({ onClose }: { onClose: () => void }) {
  const [{ data }] = useQuery({ query: clinicSetupQuery, requestPolicy: 'cache-and-network' })
  const { bringBack, dismiss, isDismissing } = useEditSetup()
  // The server renders the frame.
  const reload = (description: string) => () => {
    toast.carry({ title: 'Success', description, tone: 'success' })
    location.reload()
  }
  return (
    <Dialog
      title="Set Up a Real Clinic"
      description="This is the demo clinic. Its people and records are invented, and its passwords are public. A real clinic starts with an empty database of its own. Nothing is copied, and the demo clinic stays as it is."
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <p>
          1. Stop this server. Copy .env.example to .env and set these lines. Create the secret with “openssl
          rand -base64 48”, and enter the address that your users will open.
        </p>
        <pre className={commands}>{settings}</pre>
        <p>2. Create the first administrator, and start Caseload.</p>
        <pre className={commands}>{'npm run create-admin\nnpm start'}</pre>
        <p>
          Caseload refuses to start a real clinic with the database of the demo. The{' '}
          <a className={link} href={guidePath('starting-stopping-and-monitoring')}>
            operator’s guide
          </a>{' '}
          has the details.
        </p>
      </DialogBody>
      <DialogFoot>
        {data &&
          (data.clinicSetup.isDismissed ? (
            <Button
              isPending={isDismissing}
              onClick={() => bringBack(reload('Each page says again that the data is invented.'))}
            >
              Show Sample Notice
            </Button>
          ) : (
            <Button
              isPending={isDismissing}
              onClick={() => dismiss(reload('The sample notice is hidden. Its data stays.'))}
            >
              Hide Sample Notice
            </Button>
          ))}
        <DialogClose>Close</DialogClose>
      </DialogFoot>
    </Dialog>
  )
}
