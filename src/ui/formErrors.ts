import { createContext, use, useState } from 'react'

/** Messages of a form by field name. */
export type FormErrors = Record<string, string | string[]>

/** For native fields; those of react-aria get messages on their own. */
export const FormErrorsContext = createContext<FormErrors>({})

/** The form's message about a field until the field changes. */
export function useFieldError(name: string | undefined): [error: string | undefined, settle: () => void] {
  const errors = use(FormErrorsContext)
  const [settled, setSettled] = useState<FormErrors | null>(null)
  const error = name === undefined || errors === settled ? undefined : [errors[name] ?? []].flat()[0]
  return [error, () => setSettled(errors)]
}
