import { createContext, use, useState } from 'react'

/** What a form says of its fields, by name. */
export type FormErrors = Record<string, string | string[]>

/** For fields that are the browser's own; those of react-aria hear of it by themselves. */
export const FormErrorsContext = createContext<FormErrors>({})

/** What the form says of one field, until that is changed. */
export function useFieldError(name: string | undefined): [error: string | undefined, settle: () => void] {
  const errors = use(FormErrorsContext)
  const [settled, setSettled] = useState<FormErrors | null>(null)
  const error = name === undefined || errors === settled ? undefined : [errors[name] ?? []].flat()[0]
  return [error, () => setSettled(errors)]
}
