import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const goTo = style({
  width: '100%',
  marginBottom: vars.space.snug,
  border: `1px solid ${vars.line.hair}`,
  '@media': { [media.rail]: { border: 0 }, [media.phone]: { display: 'none' } },
})

export const goToKeys = style({ marginInlineStart: 'auto', '@media': { [media.rail]: { display: 'none' } } })

export const account = style({
  minWidth: 0,
  paddingBlock: vars.space.tight,
  borderRadius: vars.radius.control,
  textAlign: 'start',
  cursor: 'pointer',
  ':hover': { background: vars.surface.ground },
})

/** Next to the foot of the sidebar, above everything. */
export const accountMenu = style({
  position: 'fixed',
  inset: `auto auto 104px ${vars.space.close}`,
  width: '232px',
  margin: 0,
  padding: vars.space.snug,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.card,
  background: vars.surface.raised,
  color: vars.ink.regular,
  boxShadow: vars.shadow.floating,
  '@media': { [media.rail]: { insetInlineStart: '64px' } },
})

export const accountHead = style({
  padding: `${vars.space.snug} ${vars.space.tight}`,
  marginBottom: vars.space.tight,
  borderBottom: `1px solid ${vars.line.hair}`,
})
