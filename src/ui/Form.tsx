import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { form, offer, pair } from './Form.css.ts'
import { type FormChanges, watchForm } from './formChanges.ts'
import { type FormErrors, FormErrorsContext } from './formErrors.ts'
import { RestoredDraftContext } from './restoredDraft.ts'
import { useUnsaved } from './useUnsaved.ts'

type FormProps = {
  /** Messages by field name, shown below the fields. The first field with a message gets the focus. */
  validationErrors?: FormErrors | undefined
  /** Called after the browser's default is prevented, so the page never reloads. */
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  /** Names the form, which makes it a landmark. */
  label?: string | undefined
  /** For a form that stays open after it was sent: a new value marks its content as saved. */
  saved?: unknown
  /** Saves unsent input and offers to restore it. */
  memory?: FormMemory | undefined
  children: ReactNode
}

/** Saves the input of a form. */
export type FormMemory = {
  /** Called with the mounted form. The returned functions report that it was saved or unmounted. */
  attach: (changes: FormChanges) => { settle: () => void; detach: () => void }
  /** The offer to restore or discard an earlier draft. */
  offer: ReactNode
  /** The draft that the user restored; its fields take their values from it. */
  restored: ReadonlyMap<string, string> | null
}

/**
 * A form with our own messages instead of the browser's, which asks before it discards changes. Inside a
 * `Dialog` it has no box.
 */
export function Form({ validationErrors = noErrors, onSubmit, label, saved, memory, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  useChanges(element, saved, memory?.attach)
  useSubmitKey(element)
  const hasErrors = Object.keys(validationErrors).length > 0
  const { current, onInput } = useCurrentErrors(validationErrors)

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
      validationErrors={current}
      render={(props) => <form {...props} onInput={onInput} />}
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
      <RestoredDraftContext value={memory?.restored ?? null}>
        <FormErrorsContext value={current}>{children}</FormErrorsContext>
      </RestoredDraftContext>
    </AriaForm>
  )
}

const noErrors: FormErrors = {}

/**
 * The messages without those of fields that were edited since, and the handler that notes edited fields. react-aria would
 * remove a message only when its field loses the focus: at a press of a button, which then moves away from the pointer.
 */
function useCurrentErrors(errors: FormErrors) {
  const [edited, setEdited] = useState<{ errors: FormErrors; names: readonly string[] }>()
  const current = useMemo(() => {
    if (edited?.errors !== errors) return errors
    return Object.fromEntries(Object.entries(errors).filter(([name]) => !edited.names.includes(name)))
  }, [edited, errors])
  function onInput({ target }: SyntheticEvent<HTMLFormElement>) {
    const { name: ownName, dataset } = target as HTMLInputElement
    const name = dataset.field ?? ownName
    if (name in errors)
      setEdited((last) => ({ errors, names: [...(last?.errors === errors ? last.names : []), name] }))
  }
  return { current, onInput }
}

/** Ctrl or Cmd with Enter submits from every field, also where Enter alone begins a new line or opens a list. */
function useSubmitKey(element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const form = element.current
    function submit(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      // On a button, the key presses that button.
      if ((event.target as Element).closest('button')) return
      event.preventDefault()
      // Presses the button like the mouse, so that one that is pending or not possible now submits nothing.
      form?.querySelector<HTMLElement>('[type="submit"]')?.click()
    }
    form?.addEventListener('keydown', submit)
    return () => form?.removeEventListener('keydown', submit)
  }, [element])
}

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
  useEffect(() => {
    if (!attach || !changes.current) return
    attached.current = attach(changes.current)
    return () => attached.current?.detach()
  }, [attach])
  useUnsaved(() => changes.current?.isChanged() ?? false)
}

/** Two fields side by side, stacked on a phone. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={pair}>{children}</div>
}
