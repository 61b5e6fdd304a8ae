import { visuallyHidden } from './type.css.ts'

/**
 * Tells password managers whose password a form asks for, where the form itself does not ask for the account. It has no
 * name, so it is never submitted, and neither the keyboard nor a screen reader reaches it.
 */
export function UsernameField({ value }: { value: string }) {
  return (
    <input
      className={visuallyHidden}
      type="email"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
