import { lazy, useState } from 'react'
import { patientPath } from '#domain/access/screens.ts'
import type { BreakGlassRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { onIntent } from '#ui/intent.ts'
import { List, ListItem } from '#ui/List.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Pages } from '../paging/Pages.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { breakGlassesQuery } from './restrictionDocuments.ts'

const loadDialog = () => import('./ReviewBreakGlassDialog.tsx')
const Review = lazy(() => loadDialog().then((one) => ({ default: one.ReviewBreakGlassDialog })))

/** Who opened restricted charts by breaking the glass, for an administrator to look into. */
export function BreakGlassReviews() {
  const [isReviewed, setReviewed] = useState(false)
  const [opened, setOpened] = useState<BreakGlassRowFragment | null>(null)
  return (
    <Card>
      <CardHead title="Break-Glass Access">
        <Button size="small" onClick={() => setReviewed(!isReviewed)}>
          {isReviewed ? 'Show To Review' : 'Show Reviewed'}
        </Button>
      </CardHead>
      <Pages
        key={String(isReviewed)}
        document={breakGlassesQuery}
        variables={{ isReviewed }}
        connectionOf={(data) => data.breakGlasses}
        empty={<EmptyState text={isReviewed ? 'None was reviewed yet' : 'Nothing to review'} />}
        fallback="The list could not be loaded. Try again."
      >
        {(nodes) => (
          <List label="Break-glass access">
            {nodes.map((broken) => (
              <OneBroken key={broken.id} broken={broken} onReview={() => setOpened(broken)} />
            ))}
          </List>
        )}
      </Pages>
      {opened && (
        <OnDemand>
          <Review broken={opened} onClose={() => setOpened(null)} />
        </OnDemand>
      )}
    </Card>
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
            {...onIntent(loadDialog)}
            onClick={onReview}
          >
            Review
          </Button>
        )
      }
    >
      {fullName(user)} opened the chart of <a href={patientPath(patient.id)}>{fullName(patient)}</a>
    </ListItem>
  )
}
