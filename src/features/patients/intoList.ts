import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'

/** Creates links to the patient list. */
export const into = linksInto(paths.patients)
