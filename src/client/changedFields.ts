import { useRef } from 'react'

/** The initial values of a form; missing and empty values are equal. */
export type Shown<Form> = { [Name in keyof Form]?: Form[Name] | null | undefined }

/** The changed values of a form, or `null` if there are none. */
export function changedFields<Form extends object>(typed: Form, begun: Shown<Form>): Partial<Form> | null {
  const fields = Object.entries(typed) as [keyof Form, unknown][]
  const changed = fields.filter(([name, value]) => differ(value, begun[name]))
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Form>)
}

/** Whether two values of a field differ, where a missing and an empty one are equal. */
const differ = (one: unknown, other: unknown): boolean => (one ?? '') !== (other ?? '')

/**
 * Compares a form with what it began with. A colleague may save the same object in the meantime, so only what the user has changed
 * is sent.
 */
export function useFormChanges<Form extends object>(shown: Shown<Form> | undefined) {
  const begun = useRef(shown)
  begun.current ??= shown
  return {
    /** What the user has changed, or `null` if nothing. */
    changed: (typed: Form) => changedFields(typed, begun.current ?? {}),
    /**
     * The fields among `changes` that now have another value than the user has seen. They count as seen from then on, so that
     * saving again replaces them.
     */
    overwritten: (changes: Partial<Form>, now: Shown<Form>): (keyof Form)[] => {
      const seen = { ...begun.current } as Shown<Form>
      const names = (Object.keys(changes) as (keyof Form)[]).filter(
        (name) => differ(now[name], seen[name]) && differ(now[name], changes[name]),
      )
      for (const name of names) seen[name] = now[name]
      begun.current = seen
      return names
    },
  }
}

/** Returns what the user has changed since the form was opened, or `null`. */
export const useChangedFields = <Form extends object>(shown: Shown<Form> | undefined) =>
  useFormChanges(shown).changed
