import type { AstroGlobal } from 'astro'
import { forwardedPath } from '#domain/access/screens.ts'
import { Failure, statusOf } from '#domain/errors.ts'
import { graphql } from '#generated/gql.ts'
import type { ForwardedPage_InvitationQuery, ForwardedPageQuery } from '#generated/graphql.ts'
import type { PageTools } from '../pageTools.ts'

/** Whether the link works, before it is opened. */
export const forwardingInvitation = graphql(`
  query ForwardedPage_Invitation($secret: String!) {
    forwardingInvitation(secret: $secret) { clinicName files expiresAt }
  }
`)

/** The forwarded records. */
export const openForwarding = graphql(`
  query ForwardedPage($secret: String!) {
    openForwarding(secret: $secret) {
      consentSignedAt authorizedScope
      patientName forwardedBy purpose note expiresAt
      records { id fileName fileSize mimeType description imageDescription category serviceDate accompanyingStatement sha256 }
    }
  }
`)

/** What the page shows: the offer to open the link, its content, or why it does not work. */
export type ForwardedView =
  | { step: 'closed'; invitation: ForwardedPage_InvitationQuery['forwardingInvitation'] }
  | { step: 'open'; opened: ForwardedPageQuery['openForwarding'] }
  | { step: 'dead'; message: string }
  | { step: 'colleague'; message: string }

// Marks that a user pressed the button in this browser. The cookie grants no access; the link does. But mail
// scanners follow links, and their visits must not be recorded as the attorney's.
const NAME = 'caseload-forwarded'

/** Decides what the holder of the link sees, or where the button leads. */
export async function visitForwarded(
  { cookies, request, locals, response }: Pick<AstroGlobal, 'cookies' | 'request' | 'locals' | 'response'>,
  secret: string,
  { run }: Pick<PageTools, 'run'>,
): Promise<Response | ForwardedView> {
  try {
    if (request.method === 'POST') {
      await run(forwardingInvitation, { secret })
      return pressed(locals, forwardedPath(secret))
    }
    if (cookies.get(NAME)?.value === 'opened')
      return { step: 'open', opened: (await run(openForwarding, { secret })).openForwarding }
    const { forwardingInvitation: invitation } = await run(forwardingInvitation, { secret })
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
