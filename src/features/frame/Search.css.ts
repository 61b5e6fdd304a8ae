import { style } from '@vanilla-extract/css'

/** The form has no box, so that its field is placed directly in the header. */
export const searchForm = style({ display: 'contents' })
