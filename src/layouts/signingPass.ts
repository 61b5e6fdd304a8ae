import type { AstroGlobal } from 'astro'

// What a browser carries that passed the identity check, was handed to the patient, or has just signed. It is sent to
// the signing pages alone, and no script can read it.
const NAME = 'caseload-signing'

export const passOf = ({ cookies }: Pick<AstroGlobal, 'cookies'>): string | undefined =>
  cookies.get(NAME)?.value

/** The Set-Cookie header that gives a browser the pass, or takes it away for `null`. */
function passCookie(pass: string | null, { publicUrl }: App.Locals): string {
  const attributes = `Path=/sign; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`
  return pass === null ? `${NAME}=; ${attributes}; Max-Age=0` : `${NAME}=${pass}; ${attributes}`
}

/** Sends the browser on, with the pass given or taken where there is something to say about it. */
export function goOn(
  locals: App.Locals,
  to: string,
  { pass, headers = {} }: { pass?: string | null; headers?: Record<string, string> } = {},
): Response {
  const told = new Headers({ ...headers, Location: to })
  if (pass !== undefined) told.append('Set-Cookie', passCookie(pass, locals))
  return new Response(null, { status: 303, headers: told })
}
