import { useRef } from 'react'

/** The initial values of a form; missing and empty values are equal. */
type Shown<Form> = { [Name in keyof Form]?: Form[Name] | null | undefined }

/** The changed values of a form, or `null` if there are none. */
export function changedFields<Form extends object>(typed: Form, begun: Shown<Form>): Partial<Form> | null {
  const fields = Object.entries(typed) as [keyof Form, unknown][]
  const changed = fields.filter(([name, value]) => (value ?? '') !== (begun[name] ?? ''))
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Form>)
}

/**
 * Returns what the user has changed since the form was opened, so that only that is sent. A colleague's edit
 * in the meantime must not be overwritten with the initial values.
 */
export function useChangedFields<Form extends object>(shown: Shown<Form> | undefined) {
  const begun = useRef(shown)
  begun.current ??= shown
  return (typed: Form): Partial<Form> | null => changedFields(typed, begun.current ?? {})
}
