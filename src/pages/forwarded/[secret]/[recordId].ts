import type { APIRoute } from 'astro'
import { leadToForwarded } from '#layouts/leadToForwarded.ts'

/** Redirects to one of the forwarded files. */
export const GET: APIRoute = ({ params: { secret = '', recordId = '' }, locals }) =>
  leadToForwarded(locals, secret, `records/${encodeURIComponent(recordId)}/file`)
