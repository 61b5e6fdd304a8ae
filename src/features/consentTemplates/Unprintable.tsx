import { section } from '#ui/type.css.ts'
import { problem, problemList, unprintable } from './TemplateForm.css.ts'

/** The maximum number of problems shown at once. */
const SHOWN = 8

/** The lines that cannot be printed, according to the last server check. */
export function Unprintable({ problems }: { problems: readonly { line: number; message: string }[] }) {
  return (
    <div role="status" aria-label="Text that cannot be printed" className={unprintable}>
      {problems.length > 0 && (
        <>
          <h3 className={section}>Cannot Be Printed</h3>
          <ul className={problemList}>
            {problems.slice(0, SHOWN).map(({ line, message }) => (
              <li key={`${line} ${message}`} className={problem}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
