// The pass of a browser that passed the identity check, was handed to the patient, or has just signed. The
// cookie is sent only to the signing pages and hidden from scripts.
const NAME = 'caseload-signing'

/** The cookies of a page's request. */
export type PageCookies = { cookies: { get: (name: string) => { value: string } | undefined } }

export const passOf = ({ cookies }: PageCookies): string | undefined => cookies.get(NAME)?.value

/** The pass in a Cookie header, for a request that no page has read yet. */
export const passInHeader = (header: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(header ?? '')?.[1]

/** The Set-Cookie header that sets the pass, or removes it for `null`. */
function passCookie(pass: string | null, { publicUrl }: Pick<App.Locals, 'publicUrl'>): string {
  const attributes = `Path=/sign; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`
  return pass === null ? `${NAME}=; ${attributes}; Max-Age=0` : `${NAME}=${pass}; ${attributes}`
}

/** Redirects the browser and sets or removes the pass if given. */
export function goOn(
  locals: Pick<App.Locals, 'publicUrl'>,
  to: string,
  { pass, headers = {} }: { pass?: string | null; headers?: Record<string, string> } = {},
): Response {
  const answerHeaders = new Headers({ ...headers, Location: to })
  if (pass !== undefined) answerHeaders.append('Set-Cookie', passCookie(pass, locals))
  return new Response(null, { status: 303, headers: answerHeaders })
}
