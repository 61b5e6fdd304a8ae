import { block, size as sizes, square, variant as variants } from './Button.css.ts'

/** The variations of a button's look. */
export type ButtonLook = {
  /** Use `critical` only inside a confirmation. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'critical' | undefined
  size?: 'regular' | 'small' | undefined
  /** Fills the container's width, with the text at the start. */
  isBlock?: boolean | undefined
  isSquare?: boolean | undefined
}

/** The class of a button for other elements (an Astro page, a `label`, a `summary`). */
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
