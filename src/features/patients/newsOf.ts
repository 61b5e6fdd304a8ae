import type { Actor } from '#domain/access/actor.ts'
import { chartActions } from '#domain/patients/chartActions.ts'
import { statusNews } from '#domain/patients/statusNews.ts'
import { asRow, fullName, type PatientRow } from './PatientRow.ts'

/** One sentence for each patient whose status changed, with the usual next step for this user. */
export const newsOf = (viewer: Actor, patients: readonly PatientRow[]): string =>
  patients
    .map((patient) =>
      statusNews(fullName(patient), patient.status, chartActions(viewer, asRow(patient)).next?.label),
    )
    .join(' ')
