import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'

/** A link to the audit log that starts at its first page. */
export const auditLink = linksInto(paths.auditLogs, () => window.scrollTo({ top: 0 }))
