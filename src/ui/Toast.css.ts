import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

export const region = style({
  position: 'fixed',
  zIndex: vars.layer.toast,
  insetInlineEnd: vars.space.loose,
  bottom: vars.space.loose,
  width: `min(${vars.toast}, calc(100vw - 32px))`,
  borderRadius: vars.radius.card,
  '@media': {
    [media.phone]: {
      insetInline: vars.space.regular,
      bottom: `calc(${vars.page.bar} + ${vars.space.regular} + env(safe-area-inset-bottom))`,
      width: 'auto',
    },
    print: { display: 'none' },
  },
})

// A sheet has its buttons where toasts stand, and what is told must not be in the way of what comes next. Its foot begins
// at the right, so a toast stands at the left of it; where there is no room for both, over the head, whose button to close
// is left free. By the mark of a sheet and not by its class: pages without React have toasts too, and must not load
// dialogs for them.
const overHead = {
  top: `calc(${vars.space.regular} + env(safe-area-inset-top))`,
  bottom: 'auto',
  insetInline: `${vars.space.regular} 72px`,
  width: 'auto',
}
globalStyle(`body:has([data-sheet]) ${region}`, {
  insetInlineStart: vars.space.loose,
  insetInlineEnd: 'auto',
  '@media': {
    [media.rail]: { width: '340px' },
    [media.narrow]: overHead,
    [media.phone]: overHead,
  },
})

const base = style({
  display: 'grid',
  gridTemplateColumns: '16px minmax(0, 1fr) auto auto',
  alignItems: 'start',
  gap: vars.space.close,
  padding: `${vars.space.close} ${vars.space.close} ${vars.space.close} ${vars.space.regular}`,
  border: `1px solid ${vars.line.hair}`,
  borderInlineStart: '3px solid',
  borderRadius: vars.radius.card,
  background: vars.surface.raised,
  boxShadow: vars.shadow.floating,
  touchAction: 'pan-y',
  // Selected words would be dragged instead of the toast.
  userSelect: 'none',
  animation: `${arrive} ${vars.time.calm} ease-out`,
})

export const toast = styleVariants({
  success: [base, { borderInlineStartColor: vars.tone.positive.ink }],
  destructive: [base, { borderInlineStartColor: vars.tone.critical.ink }],
})

export const icon = styleVariants({
  success: { marginTop: vars.space.hair, color: vars.tone.positive.ink },
  destructive: { marginTop: vars.space.hair, color: vars.tone.critical.ink },
})

export const title = style({ display: 'block', fontWeight: vars.weight.strong, overflowWrap: 'anywhere' })

export const description = style({ display: 'block', color: vars.ink.muted, overflowWrap: 'anywhere' })

export const detail = style({
  display: 'block',
  marginTop: vars.space.tight,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})

export const close = style({ margin: '-8px -6px -8px 0' })

// Beside a short word only: it would leave an address no room on a phone, nor what is told at length.
const below = { gridColumn: '2 / -1', gridRow: 2, justifySelf: 'start', margin: 0 } as const

export const action = style({
  margin: '-4px 0',
  ':empty': { display: 'none' },
  '@media': { [media.phone]: below },
})
globalStyle(`${base}:has(${detail}) > ${action}`, below)
