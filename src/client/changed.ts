import { useRef } from 'react'

/** What the fields of a form show; nothing and an empty field are the same. */
type Shown<Form> = { [Name in keyof Form]?: Form[Name] | null | undefined }

/** What of a form is another than it was, or `null` if nothing is. */
export function changesOf<Form extends object>(typed: Form, begun: Shown<Form>): Partial<Form> | null {
  const fields = Object.entries(typed) as [keyof Form, unknown][]
  const changed = fields.filter(([name, value]) => (value ?? '') !== (begun[name] ?? ''))
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Form>)
}

/**
 * Tells what was changed in a form since it was opened, so that nothing else is sent: what a colleague saves meanwhile is
 * read again under the open form, and must not be undone with what the fields began with.
 */
export function useChanged<Form extends object>(known: Shown<Form> | undefined) {
  const begun = useRef(known)
  begun.current ??= known
  return (typed: Form): Partial<Form> | null => changesOf(typed, begun.current ?? {})
}
