import { useState } from 'react'
import { useQuery } from 'urql'
import { GLASS_HOURS } from '#domain/patients/restriction.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { BreakGlassDialog } from './BreakGlassDialog.tsx'
import { restrictedChartQuery } from './restrictionDocuments.ts'

type Chart = { id: string; firstName: string; lastName: string }

type Props = {
  patientId: string
  /** The server's error, shown if the chart is not restricted after all. */
  refusal: string
  onOpened: () => void
}

/** Shown instead of a chart that is closed to this user: the name, and the way to open it. */
export function LockedChart({ patientId, refusal, onOpened }: Props) {
  const [{ data, error }] = useQuery({ query: restrictedChartQuery, variables: { patientId } })
  // Kept while the dialog is open: the chart stops being locked before the dialog has its answer.
  const [breaking, setBreaking] = useState<Chart | null>(null)
  return (
    <>
      {data ? (
        <Locked chart={data.lockedChart} onBreak={setBreaking} />
      ) : error ? (
        <Banner tone="critical" isAlert>
          {refusal}
        </Banner>
      ) : (
        <Skeleton />
      )}
      {breaking && (
        <BreakGlassDialog chart={breaking} onOpened={onOpened} onClose={() => setBreaking(null)} />
      )}
    </>
  )
}

function Locked({ chart, onBreak }: { chart: Chart; onBreak: (chart: Chart) => void }) {
  return (
    <Banner
      tone="caution"
      icon="lock"
      title={`The chart of ${fullName(chart)} is restricted`}
      action={
        <Button icon="lock" onClick={() => onBreak(chart)}>
          Break the Glass
        </Button>
      }
    >
      <p>
        Only administrators, the assigned user and the user who added the patient can see it. In an emergency,
        you can break the glass. This gives you access for {GLASS_HOURS} hours and alerts all administrators
        immediately.
      </p>
    </Banner>
  )
}
