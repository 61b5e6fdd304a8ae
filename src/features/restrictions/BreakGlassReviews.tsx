import { useState } from 'react'
import { patientPath } from '#domain/access/screens.ts'
import type { BreakGlassRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { link } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { flush } from '../patients/PatientDialog.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { ReviewBreakGlassDialog } from './ReviewBreakGlassDialog.tsx'
import { breakGlassesQuery } from './restrictionDocuments.ts'

/** The break-the-glass accesses for an administrator to review. */
export function BreakGlassReviews({ onClose }: { onClose: () => void }) {
  const [isReviewed, setReviewed] = useState(false)
  const [opened, setOpened] = useState<BreakGlassRowFragment | null>(null)
  return (
    <Dialog
      title="Break-Glass Access"
      description="Staff who opened a restricted chart in an emergency, for four hours each time."
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <Pages
          key={String(isReviewed)}
          document={breakGlassesQuery}
          variables={{ isReviewed }}
          connectionOf={(data) => data.breakGlasses}
          empty={<EmptyState text={isReviewed ? 'Nothing reviewed yet' : 'Nothing to review'} />}
          fallback="The list could not be loaded. Try again."
        >
          {(nodes) => (
            <div className={flush}>
              <List label="Break-glass access">
                {nodes.map((broken) => (
                  <OneBroken key={broken.id} broken={broken} onReview={() => setOpened(broken)} />
                ))}
              </List>
            </div>
          )}
        </Pages>
      </DialogBody>
      <DialogFoot>
        <DialogClose>Close</DialogClose>
        <Button onClick={() => setReviewed(!isReviewed)}>
          {isReviewed ? 'Show Not Reviewed' : 'Show Reviewed'}
        </Button>
      </DialogFoot>
      {opened && <ReviewBreakGlassDialog broken={opened} onClose={() => setOpened(null)} />}
    </Dialog>
  )
}

function OneBroken({ broken, onReview }: { broken: BreakGlassRowFragment; onReview: () => void }) {
  const { user, patient, reason, begunAt, endsAt, remark, reviewedBy, reviewedAt } = broken
  return (
    <ListItem
      icon="lock"
      detail={
        <>
          {reason} (<Moment at={begunAt} /> to <Moment at={endsAt} />)
          {reviewedAt && (
            <>
              {'. '}
              {reviewedBy && `${fullName(reviewedBy)}, `}
              <Moment at={reviewedAt} />: {remark}
            </>
          )}
        </>
      }
      action={
        !reviewedAt && (
          <Button
            size="small"
            aria-label={`Review: ${fullName(user)}, ${fullName(patient)}`}
            onClick={onReview}
          >
            Review
          </Button>
        )
      }
    >
      {fullName(user)} opened the chart of{' '}
      <a className={link} href={patientPath(patient.id)}>
        {fullName(patient)}
      </a>
    </ListItem>
  )
}
