import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.regular,
  selectors: { '[role="dialog"] > &, [role="alertdialog"] > &': { display: 'contents' } },
})

export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: vars.space.regular,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** The offer to restore a draft, above the fields; in a dialog between the head and the scrolling part. */
export const offer = style({
  selectors: {
    '[role="dialog"] > form > &, [role="alertdialog"] > form > &': {
      padding: `${vars.space.snug} ${vars.space.loose}`,
    },
  },
  '@media': {
    [media.phone]: {
      selectors: {
        '[role="dialog"] > form > &, [role="alertdialog"] > form > &': { paddingInline: vars.space.regular },
      },
    },
  },
})
