import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '#ui/theme.css.ts'

/** Needs JavaScript, so it is hidden without. */
export const place = style({ '@media': { '(scripting: none)': { display: 'none' } } })

export const toDark = style({ display: 'block' })

export const toLight = style({ display: 'none' })

globalStyle(`:root[data-theme="dark"] ${toDark}`, { display: 'none' })
globalStyle(`:root[data-theme="dark"] ${toLight}`, { display: 'block' })
globalStyle(`:root:not([data-theme]) ${toDark}`, { '@media': { [media.dark]: { display: 'none' } } })
globalStyle(`:root:not([data-theme]) ${toLight}`, { '@media': { [media.dark]: { display: 'block' } } })
