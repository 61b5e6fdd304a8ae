import { useEffect, useRef } from 'react'
import { type Day, showDay } from '#domain/dates.ts'
import { loadWhenConnected } from '#ui/connection.ts'
import { notLoaded } from '#ui/OnDemand.tsx'
import type { WeekSeries } from './drawWeeks.ts'
import { chart } from './WeekChart.css.ts'

const load = () => import('./drawWeeks.ts')

/** A bar chart of weeks. Screen readers get the table next to it, which has the same numbers. */
export function WeekChart({ weeks, series }: { weeks: readonly Day[]; series: readonly WeekSeries[] }) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = JSON.stringify({ weeks, series })
  useEffect(() => {
    let isGone = false
    let remove = () => {}
    loadWhenConnected(load)
      .then(({ drawWeeks }) => {
        const data: { weeks: Day[]; series: WeekSeries[] } = JSON.parse(drawn)
        if (!isGone && place.current)
          remove = drawWeeks(place.current, data.weeks, data.series, (week) =>
            showDay(week).replace(/, \d+$/, ''),
          )
      })
      .catch(notLoaded)
    return () => {
      isGone = true
      remove()
    }
  }, [drawn])
  return <div ref={place} className={chart} aria-hidden="true" />
}
