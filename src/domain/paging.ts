/** Rows a page of any list holds unless told, and the most a caller may ask for (DECISIONS: 25 a page). */
export const PAGE = { size: 25, max: 100 } as const
