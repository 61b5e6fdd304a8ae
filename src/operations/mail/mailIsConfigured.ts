import type { Visit } from '../context.ts'

/** Whether letters leave this server at all. */
export const mailIsConfigured = (ctx: Pick<Visit, 'mailer'>): boolean => ctx.mailer !== null
