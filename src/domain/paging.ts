/** The default and the maximum number of rows on a page (DECISIONS: 25 a page). */
export const PAGE = { size: 25, max: 100 } as const
