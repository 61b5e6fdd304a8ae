import type { APIRoute } from 'astro'
import { paths } from '#domain/access/screens.ts'
import { signOut } from '#features/account/documents.ts'
import { postedForm } from '#layouts/postedForm.ts'
import { run } from '#layouts/run.ts'
import { providerOfSession } from '#operations/signOn/endSignOnSessions.ts'

/**
 * Signs out from a plain form, so it works without script. Always redirects to '/' (SPEC section 4), or to the signing
 * link that a signed-in user could not open. After a session of a provider, the page offers to sign out there, too.
 */
export const POST: APIRoute = async ({ locals, request }) => {
  const { transports, context } = locals
  const provider = await providerOfSession(context)
  await run(locals, signOut, {}).catch((error: unknown) => transports.failureOf(error, context))
  const headers = new Headers({ Location: await wayOut(request, provider), 'Clear-Site-Data': '"storage"' })
  for (const cookie of await context.setCookies()) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}

async function wayOut(request: Request, provider: string | null): Promise<string> {
  const data = await postedForm(request).catch(() => null)
  const to = String(data?.get('to') ?? '')
  return /^\/sign\/[\w-]{1,100}$/.test(to)
    ? to
    : provider
      ? `${paths.home}?signed_out=${provider}`
      : paths.home
}
