import { visuallyHidden } from './type.css.ts'

/**
 * Tells password managers which account a password belongs to, for forms that do not ask for it. The field has no name,
 * so it is never submitted, and it is hidden from the keyboard and screen readers.
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
