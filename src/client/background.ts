import { BACKGROUND_HEADER } from '#domain/access/session.ts'

/** What a request needs that the page makes by itself: it does not count as somebody being there. */
export const background = { headers: { [BACKGROUND_HEADER]: '1' } }
