import * as z from 'zod/mini'
import { type ChangeNotice, changeActions } from './notice.ts'

/** The actions of the feed: those that change something, plus `hidden`: the caller can no longer see it. */
export const feedActions = [...changeActions.filter((action) => action !== 'missed'), 'hidden'] as const

/** A change as the feed of changes has it. */
export type FeedChange = Pick<ChangeNotice, 'resourceType' | 'resourceId' | 'patientId'> & {
  action: (typeof feedActions)[number]
  at: Date
  /** Whether the caller made it: the same API key, or the same user without one. */
  isOwn: boolean
}

/** A page of the feed. With `cursor`, the next page continues where this one ended. */
export type FeedPage = { changes: FeedChange[]; cursor: string; hasMore: boolean }

export const FEED_PAGE = { size: 100, max: 500 }

const WRONG_SIZE = `Give a whole number from 1 to ${FEED_PAGE.max}`

export const changeFeedInput = z.strictObject({
  after: z.nullish(z.string().check(z.maxLength(1000))),
  first: z.nullish(z.int(WRONG_SIZE).check(z.minimum(1, WRONG_SIZE), z.maximum(FEED_PAGE.max, WRONG_SIZE))),
  types: z.nullish(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50))),
})
