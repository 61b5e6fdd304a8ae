import { useEffect, useRef } from 'react'
import { patientPath } from '#domain/access/screens.ts'
import { Banner } from '#ui/Banner.tsx'
import { link } from '#ui/type.css.ts'
import { DateOfBirth } from '../time/DateOfBirth.tsx'
import { duplicate, duplicateList } from './PatientDialog.css.ts'
import { fullName } from './PatientRow.ts'
import { StatusBadge } from './PatientStage.tsx'
import type { PossibleDuplicate } from './usePossibleDuplicates.ts'

/** Names the patients who may be the same person. Their charts open in a new tab, so that the form keeps its content. */
export function DuplicateWarning({
  duplicates,
  isStopped,
}: {
  duplicates: readonly PossibleDuplicate[]
  /** Whether saving has stopped here, so that the warning must be in view. */
  isStopped: boolean
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isStopped) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isStopped])
  return (
    <div ref={element}>
      <Banner tone="caution" title="This patient may already exist" isAlert>
        <ul role="list" className={duplicateList}>
          {duplicates.map((patient) => (
            <li key={patient.id} className={duplicate}>
              <a
                className={link}
                href={patientPath(patient.id)}
                target="_blank"
                rel="noreferrer"
                title="Opens in a new tab"
              >
                {fullName(patient)}
              </a>
              {patient.dateOfBirth && <DateOfBirth day={patient.dateOfBirth} />}
              {patient.phone && <span>{patient.phone}</span>}
              <StatusBadge status={patient.status} />
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
