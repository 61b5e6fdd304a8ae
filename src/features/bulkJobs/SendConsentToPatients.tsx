import { useQuery } from 'urql'
import { amountOf } from '#domain/amount.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { type BulkSelection, consentLanguagePreview } from './bulkDocuments.ts'
import { NamedPatients } from './NamedPatients.tsx'

type Props = {
  selection: BulkSelection
  count: number
  isPending: boolean
  onSend: () => void
  onClose: () => void
}

/** Sends the form to the selected patients, and names those who would get it in a language that they do not prefer. */
export function SendConsentToPatients({ selection, count, isPending, onSend, onClose }: Props) {
  const [{ data }] = useQuery({
    query: consentLanguagePreview,
    variables: { input: { selection } },
    requestPolicy: 'network-only',
  })
  const { englishCount = 0, englishPatients = [] } = data?.consentLanguagePreview ?? {}
  return (
    <Dialog
      title="Send Consent"
      isGrowing
      description={`Sends the consent form to ${amountOf(count, 'patient')}. Patients who can’t be asked now are skipped, and you’ll see why.`}
      onClose={onClose}
      isPending={isPending}
    >
      {englishCount > 0 && (
        <DialogBody>
          <Banner
            tone="caution"
            icon="alert"
            title={`${amountOf(englishCount, 'patient')} will get the form in English`}
          >
            They prefer Spanish, but the template has no Spanish version.
          </Banner>
          <NamedPatients
            label="Patients who prefer Spanish"
            count={englishCount}
            patients={englishPatients}
          />
        </DialogBody>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" isPending={isPending} onClick={onSend}>
          Send Consent
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
