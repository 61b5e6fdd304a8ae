import type { APIRoute } from 'astro'

/** Astro's adapter hands `locals` only to a page it knows; with this every path is one, and the gate answers 404. */
export const ALL: APIRoute = ({ rewrite }) => rewrite('/404')
