import * as z from 'zod/mini'
import { identifier, requiredLine, storable } from '../text.ts'
import { holdsSearch, SAVED_VIEW, savedViewScreens, viewQuery } from './savedView.ts'

const name = requiredLine('Give the view a name', SAVED_VIEW.name)
const screen = z.enum(savedViewScreens, 'Choose a screen with a list that can be saved')
const tooLong = 'This view is too large to save'
const query = z.pipe(
  z.string(tooLong).check(z.maxLength(2000, tooLong), storable),
  z.pipe(z.transform(viewQuery), z.string().check(z.maxLength(SAVED_VIEW.query, tooLong))),
)
/** Why a shared view is refused, and the ways out. */
export const SHARED_SEARCH =
  'A view with a search cannot be shared, because the search may contain a patient’s name. Clear the search, or save a private view.'

export const savedViewsInput = z.strictObject({ screen })

export const saveViewInput = z
  .strictObject({
    screen,
    name,
    query,
    isShared: z.pipe(
      z.nullish(z.boolean('Shared is yes or no')),
      z.transform((shared) => shared ?? false),
    ),
  })
  .check(
    z.refine(({ isShared, query }) => !(isShared && holdsSearch(query)), {
      path: ['isShared'],
      message: SHARED_SEARCH,
    }),
  )

export const updateViewInput = z.strictObject({ viewId: identifier, query })

export const renameViewInput = z.strictObject({ viewId: identifier, name })

export const deleteViewInput = z.strictObject({ viewId: identifier })
