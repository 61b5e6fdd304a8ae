import type { SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { TestClinic } from './clinic.ts'
import { type MailServer, mailerTo, startMailServer } from './smtpServer.ts'

export type { MailServer } from './smtpServer.ts'

/** Opens a mail server until the end of the test. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mailServer = await startMailServer(options)
  onTestFinished(mailServer.stop)
  return mailServer
}

/** Makes the clinic send its e-mail there until the end of the test. */
export function sendMailTo({ instances }: TestClinic, server: Pick<MailServer, 'url'>): void {
  instances.mailer = mailerTo(server)
  onTestFinished(() => {
    instances.mailer = null
  })
}
