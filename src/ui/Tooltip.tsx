import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components/Tooltip'
import { tooltip } from './Tooltip.css.ts'

type TooltipProps = {
  text: ReactNode
  /** One element that can have the focus, such as a native `button` or `a`. */
  children: Parameters<typeof Focusable>[0]['children']
}

/** A few more words about a control, on hover and on focus. Never the only place where something is said. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={100}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={tooltip} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
