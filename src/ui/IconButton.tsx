import { type ComponentPropsWithRef, type MouseEvent, useId } from 'react'
import { count as countClass, spinner } from './Button.css.ts'
import { type ButtonLook, buttonClass } from './buttonClass.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'
import { Reasoned } from './Reasoned.tsx'

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
    /** Shows a spinner, swallows presses and keeps the focus until the work is done. */
    isPending?: boolean | undefined
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
  isPending,
  onClick,
  ...native
}: IconButtonProps) {
  const reasonId = useId()
  const isInert = isPending || disabledReason !== undefined

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isInert) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <Reasoned reason={disabledReason} id={reasonId}>
      <button
        type="button"
        title={disabledReason ? undefined : label}
        {...native}
        aria-label={label}
        disabled={isDisabled}
        onClick={press}
        aria-busy={isPending || undefined}
        aria-disabled={isInert || undefined}
        aria-describedby={disabledReason ? reasonId : native['aria-describedby']}
        className={buttonClass({ variant, size, isSquare: true })}
      >
        {isPending ? <span className={spinner} aria-hidden="true" /> : <Icon name={icon} />}
        {count > 0 && (
          <span className={countClass} data-count={count > 99 ? '99+' : count} aria-hidden="true" />
        )}
      </button>
    </Reasoned>
  )
}
