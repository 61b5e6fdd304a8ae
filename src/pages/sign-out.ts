import type { APIRoute } from 'astro'
import { paths } from '#domain/access/screens.ts'
import { signOut } from '#features/account/documents.ts'
import { run } from '#layouts/run.ts'

/** The sign-out button is a plain form, so it works without script; it leads to '/' whatever happens (SPEC section 4). */
export const POST: APIRoute = async ({ locals }) => {
  const { doors, visit } = locals
  await run(locals, signOut, {}).catch((error: unknown) => doors.failureOf(error, visit))
  const headers = new Headers({ Location: paths.home, 'Clear-Site-Data': '"storage"' })
  const cookie = await visit.setCookie()
  if (cookie) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
