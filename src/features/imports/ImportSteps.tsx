import type { ImportState } from '#domain/imports/patientImport.ts'
import { Icon } from '#ui/Icon.tsx'
import { step, steps } from './Imports.css.ts'

const words = ['Choose a file', 'Match the columns', 'Check', 'Import']

const at: Record<ImportState, number> = {
  uploaded: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  finished: 4,
  cancelled: 4,
  failed: 4,
  abandoned: 4,
}

/** The steps of an import and the current one. */
export function ImportSteps({ state }: { state: ImportState }) {
  const current = at[state]
  const isWhole = state === 'finished'
  return (
    <ol role="list" aria-label="Steps" className={steps}>
      {words.map((word, index) => (
        <li key={word} className={step} aria-current={index === current ? 'step' : undefined}>
          {index < current && (current < 4 || isWhole) && <Icon name="check" size="small" />}
          {index + 1}. {word}
        </li>
      ))}
    </ol>
  )
}
