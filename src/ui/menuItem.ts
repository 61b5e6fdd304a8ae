import type { IconName } from './iconPaths.ts'

/** One action of a menu. */
export type MenuItem = {
  id: string
  label: string
  icon?: IconName | undefined
  isDisabled?: boolean | undefined
  /** Why it is disabled, or what it does; a small line under the label. */
  reason?: string | undefined
  /** `critical` for what takes something away. */
  tone?: 'regular' | 'critical' | undefined
  /** Marks the value in force, in a menu of values. */
  isCurrent?: boolean | undefined
  /** Makes it a link. */
  href?: string | undefined
}
