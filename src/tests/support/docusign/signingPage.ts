import type { ServerResponse } from 'node:http'
import { hasEnded, type TestAccount } from './account.ts'

/** The signing page, or the redirect back. */
export type SigningPage = { location: string } | { html: string }

/** The signer's buttons, and the event in DocuSign's redirect. */
const buttons = {
  finish: ['Finish', 'signing_complete'],
  decline: ['Decline to Sign', 'decline'],
  later: ['Finish Later', 'cancel'],
} as const

/**
 * The signing page of an embedded signer. Its URL works once, and a click redirects to the return URL with
 * the event. `null` for any other path.
 */
export function signingPage(account: TestAccount, path: string, query: URLSearchParams): SigningPage | null {
  const [, token = ''] = /^\/Signing\/MTRedeem\/v1\/([^/]+)$/.exec(path) ?? []
  if (!token) return null
  const view = account.views.get(token)
  if (!view) return { html: page('This link has expired', '') }
  const pressed = query.get('press') as keyof typeof buttons | null
  const back = (event: string): SigningPage => {
    account.views.delete(token)
    const location = new URL(view.returnUrl)
    location.searchParams.set('event', event)
    return { location: location.href }
  }
  const envelope = account.envelopes.get(view.envelopeId)
  if (!envelope || hasEnded(envelope)) return back('exception')
  if (pressed === null) {
    if (envelope.status === 'sent') account.deliver(view.envelopeId)
    const links = Object.entries(buttons).map(([press, [name]]) => `<a href="?press=${press}">${name}</a>`)
    return { html: page('Please review and sign', links.join(' ')) }
  }
  if (pressed === 'finish') account.complete(view.envelopeId)
  if (pressed === 'decline') account.decline(view.envelopeId, 'I would like to ask somebody first')
  return back(buttons[pressed][1])
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="icon" href="data:,"></head><body><main><h1>${title}</h1>${body}</main></body></html>`

export function showSigningPage(res: ServerResponse, shown: SigningPage): void {
  if ('location' in shown) res.writeHead(302, { Location: shown.location }).end()
  else res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(shown.html)
}
