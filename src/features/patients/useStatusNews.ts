import { useFrame } from '#client/frame.ts'
import { useNews } from '#client/useNews.ts'
import type { PatientRow } from './PatientRow.ts'

const statusOf = ({ status }: PatientRow) => status

/** The patients whose status another user or the patient changed while they were shown, and a sentence about it. */
export function useStatusNews(patients: readonly PatientRow[]) {
  const { viewer } = useFrame()
  return useNews({
    items: patients,
    stateOf: statusOf,
    wordsOf: async (changes) => {
      const { newsOf } = await import('./newsOf.ts')
      return newsOf(
        viewer,
        changes.map(({ now }) => now),
      )
    },
  })
}
