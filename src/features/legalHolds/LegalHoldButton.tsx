import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import type { HeldChartFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'

const LegalHold = lazy(() => import('./LegalHoldDialog.tsx').then((one) => one.LegalHoldDialog))

/** Opens the holds of a chart, for administrators. */
export function LegalHoldButton({ patient }: { patient: HeldChartFragment }) {
  const { viewer } = useFrame()
  const [isOpen, setOpen] = useState(false)
  if (!can(viewer, 'legalHold.place')) return null
  return (
    <>
      <Button size="small" icon="archive" {...onIntent(LegalHold.load)} onClick={() => setOpen(true)}>
        Legal Hold
      </Button>
      {isOpen && (
        <OnDemand>
          <LegalHold patient={patient} onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  )
}
