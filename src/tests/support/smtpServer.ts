import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type Mailer, makeMailer } from '#infra/mail/mailer.ts'
import { readMailServer, readSender } from '#infra/mail/mailSettings.ts'

/** The sender of e-mail in tests. */
export const SENDER = 'clinic@example.test'

/** The error that the server returns, and at which command. */
export type Refusal = { code: number; at: 'RCPT' | 'DATA'; says?: string }

/** A real mail server on this machine, and the e-mails it has received. */
export type MailServer = {
  url: string
  /** Oldest first, parsed. */
  letters: (Email & { source: string })[]
  /** Set it to reject the next e-mails. */
  refusal: Refusal | null
  /** Stops it, and restarts it at the same port. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** Starts a mail server. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  let smtp: SMTPServer | undefined
  let port = 0
  const mailServer: MailServer = {
    url: '',
    letters: [],
    refusal: null,
    stop: () => new Promise((done) => (smtp ? smtp.close(() => done()) : done())),
    start: async () => {
      smtp = makeServer(mailServer, options)
      smtp.on('error', () => {}) // the client reports its own disconnects
      await new Promise<void>((done) => smtp?.listen(port, '127.0.0.1', () => done()))
      port = (smtp.server.address() as AddressInfo).port
      mailServer.url = `smtp://127.0.0.1:${port}`
    },
  }
  await mailServer.start()
  return mailServer
}

/** The clinic's mailer for this server, as from SMTP_URL and MAIL_FROM. */
export function mailerTo({ url }: Pick<MailServer, 'url'>): Mailer {
  const server = readMailServer(url)
  const from = readSender(SENDER)
  if (!server || !from) throw new Error('The settings reject these values')
  return makeMailer({ ...server, from })
}

function makeServer(mailServer: MailServer, options: SMTPServerOptions): SMTPServer {
  const refusedAt = (place: Refusal['at']) => {
    const { refusal } = mailServer
    if (refusal?.at !== place) return null
    return Object.assign(new Error(refusal.says ?? 'not now'), { responseCode: refusal.code })
  }
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The name of the client matters to no test, and a machine may have no name server.
    disableReverseLookup: true,
    onRcptTo: (_address, _session, answer) => answer(refusedAt('RCPT')),
    onData: async (stream, _session, answer) => {
      const source = Buffer.concat(await Array.fromAsync(stream)).toString()
      const refused = refusedAt('DATA')
      if (!refused) mailServer.letters.push({ ...(await PostalMime.parse(source)), source })
      answer(refused)
    },
    ...options,
  })
}
