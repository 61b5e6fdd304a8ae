import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { section } from '#ui/type.css.ts'

/** Aligned with the lines below. */
export const heading = style([
  section,
  {
    padding: `${vars.space.roomy} ${vars.space.roomy} ${vars.space.tight}`,
    '@media': { [media.phone]: { paddingInline: vars.space.regular } },
  },
])
