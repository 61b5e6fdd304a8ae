import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react'
import { contents, hiddenWhilePending, labelOffPhone, spinner, spinnerOver } from './Button.css.ts'
import { type ButtonLook, buttonClass } from './buttonClass.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'
import { Reasoned } from './Reasoned.tsx'

type Native = Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'disabled'>

export type ButtonProps = Native &
  Omit<ButtonLook, 'isSquare'> & {
    icon?: IconName | undefined
    /** Shows a spinner, ignores presses, and keeps width and focus until done. */
    isPending?: boolean | undefined
    /** Replaces the text while pending, after the spinner. */
    pendingLabel?: string | undefined
    isDisabled?: boolean | undefined
    /**
     * Why the action is not possible now. The button is disabled but focusable and shows the reason on hover
     * and focus.
     */
    disabledReason?: string | undefined
    /** Shows only the icon below 700 px; the text remains the accessible name. */
    isIconOnPhone?: boolean | undefined
  }

/** A native button with `type="button"` by default. Its label is a verb and a noun. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isBlock,
    icon,
    isPending,
    pendingLabel,
    isDisabled,
    disabledReason,
    isIconOnPhone,
    ...rest
  } = props
  const { children, onClick, type = 'button', ...native } = rest
  const reasonId = useId()
  const isInert = isPending || disabledReason !== undefined

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isInert) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <Reasoned reason={disabledReason} id={reasonId}>
      <button
        {...native}
        type={type}
        className={buttonClass({ variant, size, isBlock })}
        onClick={press}
        disabled={isDisabled && !isPending}
        aria-busy={isPending || undefined}
        aria-disabled={isInert || undefined}
        aria-describedby={disabledReason ? reasonId : native['aria-describedby']}
      >
        <Face icon={icon} isPending={isPending} pendingLabel={pendingLabel} isIconOnPhone={isIconOnPhone}>
          {children}
        </Face>
      </button>
    </Reasoned>
  )
}

type FaceProps = Pick<ButtonProps, 'icon' | 'isPending' | 'pendingLabel' | 'isIconOnPhone'> & {
  children: ReactNode
}

function Face({ icon, isPending, pendingLabel, isIconOnPhone, children }: FaceProps) {
  const text = (
    <span className={isIconOnPhone ? labelOffPhone : undefined}>
      {isPending && pendingLabel ? pendingLabel : children}
    </span>
  )
  if (isPending && pendingLabel) {
    return (
      <>
        <span className={spinner} aria-hidden="true" />
        {text}
      </>
    )
  }
  return (
    <>
      <span className={isPending ? hiddenWhilePending : contents}>
        {icon && <Icon name={icon} />}
        {text}
      </span>
      {isPending && <span className={`${spinner} ${spinnerOver}`} aria-hidden="true" />}
    </>
  )
}
