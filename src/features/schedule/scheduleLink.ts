import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'

/** Creates links to the schedule. */
export const into = linksInto(paths.schedule)
