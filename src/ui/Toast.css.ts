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

// A toast must not cover the buttons of a dialog, which are on the right, so it moves to the left. Without room for
// both, it covers the dialog's head except the close button. The selector uses the dialog's attribute and not its
// class, because toasts load without dialogs.
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
  // Otherwise dragging would move selected text instead of the toast.
  userSelect: 'none',
  animation: `${arrive} ${vars.time.calm} ease-out`,
  '@media': {
    [media.tiny]: { gridTemplateColumns: 'minmax(0, 1fr) auto', gap: vars.space.tight },
  },
})

export const toast = styleVariants({
  success: [base, { borderInlineStartColor: vars.tone.positive.ink }],
  destructive: [base, { borderInlineStartColor: vars.tone.critical.ink }],
})

const sign = style({ marginTop: vars.space.hair, '@media': { [media.tiny]: { display: 'none' } } })

export const icon = styleVariants({
  success: [sign, { color: vars.tone.positive.ink }],
  destructive: [sign, { color: vars.tone.critical.ink }],
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

// Next to the text only if that is short: otherwise it would leave no room for it on a phone.
const below = { gridColumn: '2 / -1', gridRow: 2, justifySelf: 'start', margin: 0 } as const

export const action = style({
  margin: '-4px 0',
  ':empty': { display: 'none' },
  '@media': { [media.phone]: below, [media.tiny]: { gridColumn: '1 / -1' } },
})
globalStyle(`${base}:has(${detail}) > ${action}`, below)
