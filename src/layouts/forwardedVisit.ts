import type { AstroGlobal } from 'astro'
import { forwardedPath } from '#domain/access/screens.ts'
import { Failure, statusOf } from '#domain/errors.ts'
import { forwardingInvitation, openForwarding } from '#features/records/forwardedDocuments.ts'
import type { ForwardedPage_InvitationQuery, ForwardedPageQuery } from '#generated/graphql.ts'
import { run } from './run.ts'

/** What the page shows: the offer to open the link, what stands behind it, or why there is nothing. */
export type ForwardedView =
  | { step: 'closed'; invitation: ForwardedPage_InvitationQuery['forwardingInvitation'] }
  | { step: 'open'; opened: ForwardedPageQuery['openForwarding'] }
  | { step: 'dead'; message: string }
  | { step: 'colleague'; message: string }

// That somebody pressed the button in this browser. It opens nothing: the link does. But programs that look through mail
// follow links, and their visit must not stand in the accounting as the attorney's.
const NAME = 'caseload-forwarded'

/** What somebody with the link is shown, or where the press of the button leads. */
export async function visitForwarded(
  { cookies, request, locals, response }: Pick<AstroGlobal, 'cookies' | 'request' | 'locals' | 'response'>,
  secret: string,
): Promise<Response | ForwardedView> {
  try {
    if (request.method === 'POST') {
      await run(locals, forwardingInvitation, { secret })
      return pressed(locals, forwardedPath(secret))
    }
    if (cookies.get(NAME)?.value === 'opened')
      return { step: 'open', opened: (await run(locals, openForwarding, { secret })).openForwarding }
    const { forwardingInvitation: invitation } = await run(locals, forwardingInvitation, { secret })
    return { step: 'closed', invitation }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    response.status = statusOf[error.code]
    return { step: error.code === 'forbidden' ? 'colleague' : 'dead', message: error.message }
  }
}

function pressed({ publicUrl }: App.Locals, to: string): Response {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = `${NAME}=opened; Path=${to}; HttpOnly; SameSite=Lax; Max-Age=3600${secure}`
  return new Response(null, { status: 303, headers: { Location: to, 'Set-Cookie': cookie } })
}
