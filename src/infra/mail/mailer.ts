import { createTransport } from 'nodemailer'
import { inCallSpan } from '../tracing.ts'
import { isAddress, type MailSettings } from './mailSettings.ts'

/** One e-mail to one person. */
export type OutgoingEmail = {
  /** The sender's display name if the settings have none. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  /** A page to which the reader's mail program posts to stop such e-mails (RFC 8058). */
  unsubscribe?: string
  /** The same for every try, so that a mailbox can recognize a repeated e-mail. */
  messageId: string
}

/**
 * An e-mail that was rejected. The message is for administrators, because a mail server may repeat the
 * address in it.
 */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken'
  /** Whether a retry is useless. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal, ...options }: ErrorOptions & { isFinal: boolean }) {
    super(message, options)
    this.isFinal = isFinal
  }
}

/**
 * Sends e-mail through the clinic's mail server. Both methods throw `MailNotTaken`. Never call them inside a
 * transaction.
 */
export type Mailer = {
  send: (email: OutgoingEmail) => Promise<void>
  /** Connects and signs in without sending. */
  test: () => Promise<void>
}

/** Uses SMTP with verified TLS, except for a server on this machine. */
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
    test: () => withReason(transport.verify()),
    send: async ({ fromName, to, subject, unsubscribe, ...email }) => {
      if (!isAddress(to)) throw new MailNotTaken('This e-mail address is not valid', { isFinal: true })
      const sent = () =>
        transport.sendMail({
          ...email,
          from: { name: oneLine(from.name ?? fromName), address: from.address },
          to: { name: '', address: to },
          subject: oneLine(subject),
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribe && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      await withReason(inCallSpan('mail send', sent))
    },
  }
}

async function withReason(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    throw new MailNotTaken(reasonOf(cause), { isFinal: isRefusal(cause), cause })
  }
}

/**
 * A 5xx about the address or the e-mail is final (RFC 5321, 4.2.1). One about the sign-in can be fixed in the
 * settings.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return (responseCode ?? 0) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

const reasonOf = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : 'The mail server gave no reason').slice(0, 300)

const oneLine = (value: string) => value.replace(/\p{Cc}+/gu, ' ').trim()
