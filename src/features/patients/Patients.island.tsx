import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { PatientList } from './PatientList.tsx'

/** The patient list with its dialogs. */
export function Patients({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <PatientList initialQuery={initialQuery} />
    </Island>
  )
}
