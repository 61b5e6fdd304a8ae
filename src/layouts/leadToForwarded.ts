import { forwardedPath } from '#domain/access/screens.ts'
import { Failure } from '#domain/errors.ts'
import { forwardingInvitation } from '#features/records/forwardedVisit.ts'
import { run } from './run.ts'

/** Redirects to a file of a forwarding while its link works, and otherwise to the page, which says why it does not. */
export async function leadToForwarded(locals: App.Locals, secret: string, file: string): Promise<Response> {
  const isOpen = await run(locals, forwardingInvitation, { secret }).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      return false
    },
  )
  const known = encodeURIComponent(secret)
  const Location = isOpen ? `/api/forwardings/${known}/${file}` : forwardedPath(known)
  return new Response(null, { status: 303, headers: { Location } })
}
