import type { Visit } from '../context.ts'

/** Whether letters leave this server at all. */
export const mailIsConfigured = (ctx: Visit): boolean => (ctx as { mailer?: unknown }).mailer != null
