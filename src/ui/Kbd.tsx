import { kbd } from './Kbd.css.ts'

/** A key to press. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={kbd}>{children}</kbd>
}
