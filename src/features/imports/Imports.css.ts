import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const cards = style({ display: 'grid', gap: vars.space.roomy, gridTemplateColumns: 'minmax(0, 1fr)' })

export const part = style({ display: 'grid', gap: vars.space.regular, gridTemplateColumns: 'minmax(0, 1fr)' })

/**
 * Buttons at the end of the line with the primary one last; stacked on a phone with the primary one first.
 */
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: vars.space.snug,
  '@media': { [media.phone]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** The choices for all patients, side by side if they fit. */
export const choices = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
  alignItems: 'start',
  gap: vars.space.regular,
})

export const name = style({ fontWeight: vars.weight.strong, overflowWrap: 'anywhere' })

/** The sample values of a column, one per line. */
export const samples = style([small, { display: 'grid', gap: vars.space.hair, overflowWrap: 'anywhere' }])

export const facts = style([small, { overflowWrap: 'anywhere' }])

export const end = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space.snug })

export const steps = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${vars.space.tight} ${vars.space.roomy}`,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  color: vars.ink.muted,
})

export const step = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.tight,
  selectors: { '&[aria-current]': { color: vars.ink.regular, fontWeight: vars.weight.strong } },
})

/** Columns without a mapping. */
export const folded = style({ borderTop: `1px solid ${vars.line.hair}` })

export const fold = style({
  paddingInline: vars.space.roomy,
  lineHeight: vars.row,
  fontWeight: vars.weight.strong,
  cursor: 'pointer',
  ':hover': { background: vars.surface.hover },
})
