import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

/** A secret or a recovery code, which is read character by character. */
export const code = style({ fontFamily: vars.font.code, overflowWrap: 'anywhere' })

/** The passkeys of a user, one a line. */
export const passkeyList = style({ display: 'grid', gap: vars.space.snug, listStyle: 'none', padding: 0 })

export const codes = style({
  display: 'grid',
  gap: vars.space.tight,
  gridTemplateColumns: 'repeat(auto-fill, minmax(15em, 1fr))',
  listStyle: 'none',
  padding: 0,
})
