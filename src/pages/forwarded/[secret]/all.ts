import type { APIRoute } from 'astro'
import { leadToForwarded } from '#layouts/leadToForwarded.ts'

/** Redirects to all of the forwarded files as one ZIP. */
export const GET: APIRoute = ({ params: { secret = '' }, locals }) => leadToForwarded(locals, secret, 'file')
