import { useEffect, useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { isOwnChange } from '#client/ownChanges.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { PatientRow } from './PatientRow.ts'

const nothing = { sentence: '', changed: new Set<string>() as ReadonlySet<string> }

/** Milliseconds until the news is removed. A screen reader has read it by then. */
const SHOWN_MS = 8_000

/**
 * The patients whose status another user or the patient changed while they were shown, and a sentence about it for a
 * live region. The user's own changes have toasts.
 */
export function useStatusNews(patients: readonly PatientRow[]) {
  const { viewer } = useFrame()
  const known = useRef(new Map<string, PatientStatus>())
  const [news, setNews] = useState(nothing)

  useEffect(() => {
    const before = known.current
    const moved = patients.filter(({ id, status }) => before.has(id) && before.get(id) !== status)
    known.current = new Map(patients.map(({ id, status }) => [id, status]))
    if (moved.length === 0 || isOwnChange()) return
    const changed = new Set(moved.map(({ id }) => id))
    setNews({ sentence: '', changed })
    // Without the sentence, the row still flashes and shows the new status.
    import('./newsOf.ts').then(
      ({ newsOf }) => setNews({ sentence: newsOf(viewer, moved), changed }),
      () => {},
    )
  }, [patients, viewer])

  useEffect(() => {
    if (news === nothing) return
    const timer = setTimeout(() => setNews(nothing), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [news])

  return news
}
