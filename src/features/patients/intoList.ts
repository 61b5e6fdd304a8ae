import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'

/** A link into the patient list. */
export const into = linksInto(paths.patients)
