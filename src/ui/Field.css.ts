import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const field = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.tight,
  alignContent: 'start',
})

export const label = style({ fontWeight: vars.weight.strong })

export const mark = style({ color: vars.ink.muted, fontWeight: vars.weight.regular })

export const control = style({
  width: '100%',
  minHeight: vars.control.regular,
  padding: `${vars.space.tight} 10px`,
  border: `1px solid ${vars.line.control}`,
  borderRadius: vars.radius.control,
  background: vars.surface.raised,
  color: vars.ink.regular,
  lineHeight: vars.leading.body,
  transition: `border-color ${vars.time.quick}, box-shadow ${vars.time.quick}`,
  ':hover': { borderColor: vars.ink.muted },
  ':focus-visible': { outlineOffset: '-1px', borderColor: vars.focus },
  ':disabled': { opacity: 0.6, cursor: 'not-allowed', background: vars.surface.sunken },
  selectors: {
    '&[aria-invalid="true"], [data-invalid] &': {
      borderColor: vars.tone.critical.ink,
      boxShadow: `0 0 0 3px ${vars.tone.critical.wash}`,
    },
    '&[readonly]': { background: vars.surface.sunken },
  },
  '@media': { [media.touch]: { minHeight: vars.control.touch, fontSize: vars.size.section } },
})

/** The browser's file field, whose button looks like ours. */
export const filePicker = style([
  control,
  {
    paddingInlineStart: vars.space.tight,
    color: vars.ink.muted,
    '::file-selector-button': {
      marginInlineEnd: vars.space.close,
      padding: `${vars.space.tight} ${vars.space.close}`,
      border: `1px solid ${vars.line.strong}`,
      borderRadius: vars.radius.small,
      background: vars.surface.sunken,
      color: vars.ink.regular,
      font: 'inherit',
      fontWeight: vars.weight.strong,
      cursor: 'pointer',
    },
  },
])

export const tall = style([control, { minHeight: '96px', paddingBlock: vars.space.snug, resize: 'vertical' }])

export const under = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space.close,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  color: vars.ink.muted,
  ':empty': { display: 'none' },
})

export const error = style({ color: vars.tone.critical.ink })

export const counter = style({
  marginInlineStart: 'auto',
  fontVariantNumeric: 'tabular-nums',
  selectors: { '[data-invalid] &': { color: vars.tone.critical.ink } },
})
