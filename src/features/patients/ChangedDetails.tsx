import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { changedSinceSent, type FormDetail, needsReview } from '#domain/consent/changedDetails.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import type { ChartPartProps } from './ActionButton.tsx'
import { asRow } from './PatientRow.ts'

type Props = ChartPartProps & { requests: readonly { id: string; changedDetails: readonly FormDetail[] }[] }

/** Says which of the patient's details have changed since an open form was sent, and offers to send it again. */
export function ChangedDetails({ requests, patient, onAction }: Props) {
  const { viewer } = useFrame()
  return requests
    .filter(({ changedDetails }) => changedDetails.length > 0)
    .map(({ id, changedDetails }) => (
      <Banner
        key={id}
        tone="caution"
        title={changedSinceSent(changedDetails)}
        action={
          can(viewer, 'consent.send', asRow(patient)) && (
            <Button size="small" onClick={() => onAction('resend_consent', patient)}>
              Resend Consent
            </Button>
          )
        }
      >
        <p>
          Resend the form to correct it. The earlier link then stops working.
          {needsReview(changedDetails) && ' If the patient signs the earlier form, staff have to review it.'}
        </p>
      </Banner>
    ))
}
