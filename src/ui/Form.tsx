import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { form, offer, pair } from './Form.css.ts'
import { type FormChanges, watchForm } from './formChanges.ts'
import { type FormErrors, FormErrorsContext } from './formErrors.ts'
import { useUnsaved } from './unsaved.ts'

type FormProps = {
  /** Messages by field name; shown under the fields, the first of which gets the focus. */
  validationErrors?: FormErrors | undefined
  /** The page never reloads: the default is already prevented. */
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  /** Names the form, which makes it a landmark. */
  label?: string | undefined
  /** A form that stays open after it was sent changes this then: what it says is what is saved. */
  saved?: unknown
  /** Keeps what was typed and not sent, and offers it again. */
  memory?: FormMemory | undefined
  children: ReactNode
}

/** Whoever keeps what was typed into a form. */
export type FormMemory = {
  /** Hears of the form when it is there, and of its going or being saved through what it gives back. */
  attach: (changes: FormChanges) => { settle: () => void; detach: () => void }
  /** What was kept before, to be taken or thrown away. */
  offer: ReactNode
}

/**
 * A form whose messages are ours rather than the browser's, and which is not thrown away unasked once it was changed.
 * Inside a `Dialog` it takes no space of its own.
 */
export function Form({ validationErrors, onSubmit, label, saved, memory, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  useChanges(element, saved, memory?.attach)
  const hasErrors = validationErrors !== undefined && Object.keys(validationErrors).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new set of errors moves the focus again
  useEffect(() => {
    if (hasErrors)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus()
  }, [validationErrors])

  return (
    <AriaForm
      ref={element}
      className={form}
      validationBehavior="aria"
      {...(label ? { 'aria-label': label } : {})}
      {...(validationErrors ? { validationErrors } : {})}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
    >
      {memory?.offer && (
        <div className={offer} role="status">
          {memory.offer}
        </div>
      )}
      <FormErrorsContext value={validationErrors ?? noErrors}>{children}</FormErrorsContext>
    </AriaForm>
  )
}

const noErrors: FormErrors = {}

/** What draws toasts must be here before the connection is gone, which is when one is needed most. */
const fetchToasts = () => void import('./Toast.tsx').catch(() => undefined)

function useChanges(
  element: RefObject<HTMLFormElement | null>,
  saved: unknown,
  attach: FormMemory['attach'] | undefined,
): void {
  const changes = useRef<FormChanges>(null)
  changes.current ??= watchForm(() => element.current)
  const attached = useRef<ReturnType<FormMemory['attach']>>(undefined)
  const lastSaved = useRef(saved)
  useEffect(() => {
    if (Object.is(lastSaved.current, saved)) return changes.current?.look()
    lastSaved.current = saved
    changes.current?.settle()
    attached.current?.settle()
  })
  useEffect(() => (element.current ? changes.current?.listen(element.current) : undefined), [element])
  useEffect(() => element.current?.addEventListener('input', fetchToasts, { once: true }), [element])
  useEffect(() => {
    if (!attach || !changes.current) return
    attached.current = attach(changes.current)
    return () => attached.current?.detach()
  }, [attach])
  useUnsaved(() => changes.current?.isChanged() ?? false)
}

/** Two fields beside each other, under each other on a phone. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={pair}>{children}</div>
}
