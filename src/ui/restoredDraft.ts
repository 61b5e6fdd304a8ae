import { createContext, use, useEffect, useRef, useState } from 'react'
import { fieldKey } from './formChanges.ts'

/** The values of the draft that the user restored, by field; `null` before that. */
export const RestoredDraftContext = createContext<ReadonlyMap<string, string> | null>(null)

/** Calls `take` once with the restored value of a field, as soon as the field can take it. */
export function useRestored(
  key: string | undefined,
  take: (value: string) => void,
  canTake: (value: string) => boolean = () => true,
): void {
  const draft = use(RestoredDraftContext)
  const taken = useRef<typeof draft>(null)
  useEffect(() => {
    if (!draft || taken.current === draft) return
    const value = key === undefined ? undefined : draft.get(key)
    if (value === undefined || !canTake(value)) return
    taken.current = draft
    take(value)
  })
}

type TextProps = {
  name?: string | undefined
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
}

/** The value of a text field, whether its parent holds it or not. A restored draft replaces it. */
export function useTextValue({ name, value, defaultValue = '', onChange }: TextProps) {
  const [own, setOwn] = useState(defaultValue)
  function change(typed: string): void {
    setOwn(typed)
    onChange?.(typed)
  }
  useRestored(name && fieldKey(name), change)
  return { value: value ?? own, onChange: change }
}
