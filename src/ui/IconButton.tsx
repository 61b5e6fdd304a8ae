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
    /** The accessible name and the tooltip. */
    label: string
    /** A badge at the corner, hidden at 0; mention it in `label` too. Above 99 it shows 99+. */
    count?: number | undefined
    isDisabled?: boolean | undefined
    /**
     * Why the action is not possible now. The button is disabled but focusable and shows the reason on hover
     * and focus.
     */
    disabledReason?: string | undefined
    /** Shows a spinner, ignores presses and keeps the focus until done. */
    isPending?: boolean | undefined
  }

/** A square button with an icon instead of text. */
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
