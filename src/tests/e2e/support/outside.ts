import { type ContractServer, openDocuSign } from '#tests/support/docusign/server.ts'
import { type MailServer, mailerTo, SENDER, startMailServer } from '#tests/support/smtpServer.ts'
import { runProduct } from './server.ts'
import { test as base, expect } from './test.ts'

type Outside = { docuSign: ContractServer; mail: MailServer }

type Fixtures = {
  /** DocuSign for new requests, and the mail server. */
  outside: Outside
  /** Sends a Connect message about an envelope to the clinic. */
  tell: (envelopeId: string, event: string) => Promise<void>
}

/** `test` with a server that sends mail and uses DocuSign; both stand-ins run as real servers on this machine. */
export const test = base.extend<Fixtures, { standing: Outside }>({
  standing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are asked for
    async ({}, use) => {
      const docuSign = await openDocuSign()
      const mail = await startMailServer()
      await use({ docuSign, mail })
      await docuSign.close()
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ standing: { docuSign, mail } }, use) => {
      const { accountServer, accountId, integrationKey, userId, privateKey, connectKeys } =
        docuSign.settings()
      const product = await runProduct({
        // Only demo mode accepts a DocuSign stand-in.
        NODE_ENV: 'demo',
        SMTP_URL: mail.url,
        MAIL_FROM: SENDER,
        DOCUSIGN_ACCOUNT_SERVER: accountServer,
        DOCUSIGN_ACCOUNT_ID: accountId,
        DOCUSIGN_INTEGRATION_KEY: integrationKey,
        DOCUSIGN_USER_ID: userId,
        DOCUSIGN_PRIVATE_KEY: privateKey,
        DOCUSIGN_CONNECT_KEYS: connectKeys.join(','),
      })
      await use(product)
      expect(await product.stop(), 'exit code after SIGTERM').toBe(0)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  outside: async ({ standing, clinic }, use) => {
    standing.docuSign.account.envelopes.clear()
    standing.docuSign.spoil = () => undefined
    standing.mail.letters.length = 0
    clinic.instances.mailer = mailerTo(standing.mail)
    await use(standing)
  },
  tell: async ({ outside: { docuSign }, baseURL }, use) => {
    await use(async (envelopeId, event) => {
      const { body, headers } = docuSign.message(envelopeId, event)
      const answer = await fetch(`${baseURL}/api/webhooks/docusign`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers,
      })
      expect(answer.status).toBe(200)
    })
  },
})

export { expect } from '@playwright/test'
