import { type ComponentPropsWithRef, useId } from 'react'
import { count as countClass, reason, reasoned } from './Button.css.ts'
import { type ButtonLook, buttonClass } from './buttonClass.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

export type IconButtonProps = Omit<
  ComponentPropsWithRef<'button'>,
  'className' | 'style' | 'children' | 'disabled'
> &
  Pick<ButtonLook, 'variant' | 'size'> & {
    icon: IconName
    /** The accessible name, and the hint on hover. */
    label: string
    /** A badge at the corner, hidden at 0; say it in `label` too. Above 99 it reads 99+. */
    count?: number | undefined
    isDisabled?: boolean | undefined
    /** Why the action is not possible now: disables it, stays focusable and tells the reason on hover and focus. */
    disabledReason?: string | undefined
  }

/** A square button with a drawing instead of words. */
export function IconButton({
  icon,
  label,
  count = 0,
  variant = 'quiet',
  size,
  isDisabled,
  disabledReason,
  ...native
}: IconButtonProps) {
  const reasonId = useId()
  const button = (
    <button
      type="button"
      title={disabledReason ? undefined : label}
      {...native}
      {...(disabledReason && {
        'aria-disabled': true,
        'aria-describedby': reasonId,
        onClick: (event) => event.preventDefault(),
      })}
      aria-label={label}
      disabled={isDisabled}
      className={buttonClass({ variant, size, isSquare: true })}
    >
      <Icon name={icon} />
      {count > 0 && (
        <span className={countClass} data-count={count > 99 ? '99+' : count} aria-hidden="true" />
      )}
    </button>
  )
  if (!disabledReason) return button
  return (
    <span className={reasoned}>
      {button}
      <span role="tooltip" id={reasonId} className={reason}>
        {disabledReason}
      </span>
    </span>
  )
}
