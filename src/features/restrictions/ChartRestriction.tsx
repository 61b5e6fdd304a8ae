import { useEffect, useState } from 'react'
import { graphql } from '#generated/gql.ts'
import type { PatientDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { Moment, MomentDay } from '../time/Moment.tsx'

export const chartRestriction = graphql(`
  fragment ChartRestriction on ChartRestriction {
    id reason restrictedAt restrictedBy { id firstName lastName }
  }
`)

type Props = {
  patient: PatientDialogQuery['patient']
  /** Reloads the chart, which is closed by then. */
  onEnd: () => void
}

/** Shows that a chart is restricted and why, and how long break-the-glass access lasts. */
export function ChartRestriction({ patient, onEnd }: Props) {
  const { restriction, openUntil } = patient
  if (!restriction) return null
  const since = (
    <>
      {restriction.reason} ({fullName(restriction.restrictedBy)}, <MomentDay at={restriction.restrictedAt} />)
    </>
  )
  if (openUntil) return <Broken until={openUntil} onEnd={onEnd} />
  return (
    <Banner icon="lock" title="Restricted">
      <p>{since}</p>
    </Banner>
  )
}

function Broken({ until, onEnd }: { until: string; onEnd: () => void }) {
  const left = useTimeLeft(until, onEnd)
  return (
    <Banner tone="caution" icon="lock" title="You broke the glass to open this restricted chart">
      <p>
        You have access until <Moment at={until} />
        {left && ` (${left} left)`}. What you do here is recorded and reviewed.
      </p>
    </Banner>
  )
}

const MINUTE_MS = 60_000
/** Allows for a server clock that is slightly behind. */
const BEHIND_MS = 1_000

/**
 * Hours and minutes until then by the browser's clock. Empty on the server, because the page is shown later.
 */
function useTimeLeft(until: string, onEnd: () => void): string {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const look = () => {
      const ms = Date.parse(until) - Date.now()
      setLeft(ms)
      timer = setTimeout(ms <= 0 ? onEnd : look, ms <= 0 ? BEHIND_MS : Math.min(ms, MINUTE_MS))
    }
    let timer: ReturnType<typeof setTimeout>
    look()
    return () => clearTimeout(timer)
  }, [until, onEnd])
  if (left === undefined) return ''
  const minutes = Math.max(0, Math.ceil(left / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
