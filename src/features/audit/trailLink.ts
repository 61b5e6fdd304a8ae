import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'

/** A link into the trail, which is read from its top again. */
export const intoTrail = linksInto(paths.auditLogs, () => window.scrollTo({ top: 0 }))
