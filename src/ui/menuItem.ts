import type { IconName } from './iconPaths.ts'

/** An action in a menu. */
export type MenuItem = {
  id: string
  label: string
  icon?: IconName | undefined
  isDisabled?: boolean | undefined
  /** Why it is disabled or what it does, as a small line below the label. */
  reason?: string | undefined
  /** `critical` is for destructive actions. */
  tone?: 'regular' | 'critical' | undefined
  /** Marks the current value in a menu of values. */
  isCurrent?: boolean | undefined
  /** Makes it a link. */
  href?: string | undefined
}
