import { block, size as sizes, square, variant as variants } from './Button.css.ts'

/** What may be chosen about how a button looks. */
export type ButtonLook = {
  /** `critical` belongs inside a confirmation only. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'critical' | undefined
  size?: 'regular' | 'small' | undefined
  /** Takes the whole width of its container, text at the start. */
  isBlock?: boolean | undefined
  isSquare?: boolean | undefined
}

/** The class of a button, for an element that is not one of ours (an Astro page, a `label`, a `summary`). */
export function buttonClass({
  variant = 'secondary',
  size = 'regular',
  isBlock,
  isSquare,
}: ButtonLook = {}): string {
  return [sizes[size], variants[variant], isBlock && block, isSquare && square[size]]
    .filter(Boolean)
    .join(' ')
}
