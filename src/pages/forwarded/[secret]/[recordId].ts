import type { APIRoute } from 'astro'
import { forwardedPath } from '#domain/access/screens.ts'
import { Failure } from '#domain/errors.ts'
import { forwardingInvitation } from '#features/records/forwardedVisit.ts'
import { run } from '#layouts/run.ts'

/** Leads to the file while the link opens, and else back to the page, which says why it does not. */
export const GET: APIRoute = async ({ params, locals }) => {
  const { secret = '', recordId = '' } = params
  const isOpen = await run(locals, forwardingInvitation, { secret }).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      return false
    },
  )
  const file = `/api/forwardings/${encodeURIComponent(secret)}/records/${encodeURIComponent(recordId)}/file`
  const Location = isOpen ? file : forwardedPath(encodeURIComponent(secret))
  return new Response(null, { status: 303, headers: { Location } })
}
