import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

/** At the end of the list, or of the window while the list is longer. On a phone above the navigation. */
export const bar = style({
  position: 'sticky',
  zIndex: 3,
  bottom: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  padding: `${vars.space.close} ${vars.space.roomy}`,
  borderTop: `1px solid ${vars.line.strong}`,
  borderRadius: `0 0 ${vars.radius.card} ${vars.radius.card}`,
  background: vars.surface.raised,
  '@media': {
    [media.phone]: {
      bottom: `calc(${vars.page.bar} + env(safe-area-inset-bottom))`,
      padding: `${vars.space.snug} ${vars.space.regular}`,
    },
  },
})

export const count = style({ marginInlineEnd: 'auto', fontWeight: vars.weight.strong })

/** Keeps its height while the job loads and runs. */
export const status = style({
  display: 'grid',
  gap: vars.space.snug,
  minHeight: '72px',
  alignContent: 'center',
  padding: `${vars.space.close} ${vars.space.roomy}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  '@media': { [media.phone]: { paddingInline: vars.space.regular } },
})

export const line = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space.snug })

export const words = style({ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' })
