import { createTransport } from 'nodemailer'
import { isAddress, type MailSettings } from './mailSettings.ts'

/** One letter to one person. */
export type Letter = {
  /** Whom the reader sees as the sender, where the settings name nobody. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try, so that a mailbox can tell a letter that came twice. */
  messageId: string
}

/** A letter that was not taken. Its message is for administrators: a mail server may repeat the address in it. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken'
  /** Whether trying again is of no use. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal, ...options }: ErrorOptions & { isFinal: boolean }) {
    super(message, options)
    this.isFinal = isFinal
  }
}

/** Hands letters to the clinic's mail server. Both throw MailNotTaken; neither is called inside a transaction. */
export type Mailer = {
  send: (letter: Letter) => Promise<void>
  /** Connects and signs in, and sends nothing. */
  test: () => Promise<void>
}

/** Speaks SMTP: with TLS whose certificate is verified, except to a server on this machine. */
export function makeMailer({ host, port, isSecure, isLocal, user, from }: MailSettings): Mailer {
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !isLocal,
    ignoreTLS: !isSecure && isLocal,
    ...(user && { auth: { user: user.name, pass: user.password } }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    test: () => told(transport.verify()),
    send: async ({ fromName, to, subject, ...letter }) => {
      if (!isAddress(to))
        throw new MailNotTaken('This is no address that mail can be sent to', { isFinal: true })
      await told(
        transport.sendMail({
          ...letter,
          from: { name: oneLine(from.name ?? fromName), address: from.address },
          to: { name: '', address: to },
          subject: oneLine(subject),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        }),
      )
    },
  }
}

async function told(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    throw new MailNotTaken(reasonOf(cause), { isFinal: isRefusal(cause), cause })
  }
}

/** A 5xx about the address or the letter is final (RFC 5321, 4.2.1); one about the sign-in ends with new settings. */
function isRefusal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return (responseCode ?? 0) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

const reasonOf = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : 'The mail server gave no reason').slice(0, 300)

const oneLine = (value: string) => value.replace(/\p{Cc}+/gu, ' ').trim()
