import type { HeldChartFragment } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { HoldFacts } from './HoldFacts.tsx'

/** Shows that a chart is on legal hold. Only administrators see the reason. */
export function HoldBanner({ patient }: { patient: HeldChartFragment }) {
  if (!patient.isOnLegalHold) return null
  return (
    <Banner tone="caution" icon="archive" title="On legal hold">
      <p>Its records cannot be deleted or purged.</p>
      {patient.legalHolds ? (
        patient.legalHolds.map((hold) => (
          <p key={hold.id}>
            {hold.reason} · <HoldFacts hold={hold} />
          </p>
        ))
      ) : (
        <p>Administrators can see the matter.</p>
      )}
    </Banner>
  )
}
