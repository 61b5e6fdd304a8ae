import type { LegalHoldRowFragment } from '#generated/graphql.ts'
import { fullName } from '../patients/PatientRow.ts'
import { MomentDay } from '../time/Moment.tsx'

/** Who placed a hold and when, and how it ended. */
export function HoldFacts({ hold }: { hold: LegalHoldRowFragment }) {
  const { placedAt, placedBy, liftedAt, liftedBy, liftReason } = hold
  return (
    <>
      Placed <MomentDay at={placedAt} /> by {fullName(placedBy)}
      {liftedAt && (
        <>
          {' · lifted '}
          <MomentDay at={liftedAt} />
          {liftedBy && ` by ${fullName(liftedBy)}`}: {liftReason}
        </>
      )}
    </>
  )
}
