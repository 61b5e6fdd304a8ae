import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'

/** A link into the schedule. */
export const into = linksInto(paths.schedule)
