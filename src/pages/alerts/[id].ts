import type { APIRoute } from 'astro'
import { paths } from '#domain/access/screens.ts'
import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { Failure } from '#domain/errors.ts'
import { openedAlert } from '#features/account/documents.ts'
import { run } from '#layouts/run.ts'

/**
 * Opens what an alert is about, for the link in its e-mail, which therefore names neither patient nor event. For another
 * user's alert, or one on a patient whom the user no longer sees, it answers 404.
 */
export const GET: APIRoute = async ({ locals, params, redirect, rewrite }) => {
  try {
    const { alert } = await run(locals, openedAlert, { id: params.id ?? '' })
    return redirect(alertTypes[alert.type].path(alert.patientId ?? null) ?? paths.home)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return rewrite('/404')
    throw error
  }
}
