import { signingProblemOf } from '#domain/consent/signingProblem.ts'
import { NO_SCANNER } from '#domain/records/scan.ts'
import type { SystemPartName, SystemPartState } from '#domain/system/parts.ts'
import type { RemoteEnvelopes } from '#infra/signing/provider.ts'
import type { RequestContext } from '../context.ts'

/** The result of testing a component, as a sentence. */
export type Tried = { isWorking: boolean; message: string }

/** A component of the system: its known state, and how to test it. */
export type SystemPart = {
  state: (visit: RequestContext) => SystemPartState
  test: (visit: RequestContext) => Promise<Tried>
}

/** All system components with their checks. A new port adds its row here. */
export const parts: Record<SystemPartName, SystemPart> = {
  database: {
    state: () => 'working',
    test: async ({ db }) => {
      const began = performance.now()
      const [row] = await db.$queryRaw<
        { version: string }[]
      >`SELECT current_setting('server_version') AS version`
      const took = Math.max(1, Math.round(performance.now() - began))
      return { isWorking: true, message: `PostgreSQL ${row?.version} answered in ${took} ms` }
    },
  },
  docusign: {
    state: ({ signing }) => (signing.current.name === 'docusign' ? 'configured' : 'not_configured'),
    test: ({ signing }) => tryDocuSign(signing.of('docusign').remote),
  },
  text_messages: {
    state: ({ textMessages }) => (textMessages ? 'configured' : 'not_configured'),
    test: async ({ textMessages }) => {
      if (!textMessages)
        return {
          isWorking: false,
          message: 'Text messages are not configured. Patients get no reminders by text message.',
        }
      return textMessages.test().then(
        () => ({ isWorking: true, message: 'Twilio answered and accepted the key' }),
        ({ message }: Error) => ({ isWorking: false, message }),
      )
    },
  },
  scanner: {
    state: ({ scanner }) => (scanner ? 'configured' : 'not_configured'),
    test: async ({ scanner, db }) => {
      if (!scanner) return { isWorking: false, message: NO_SCANNER }
      const { isWorking, message } = await scanner.test()
      const waiting = await db.patientRecord.count({ where: { scanState: 'waiting', deletedAt: null } })
      const queue = waiting === 0 ? 'no files waiting for a scan' : `files waiting for a scan: ${waiting}`
      return { isWorking, message: `${message}; ${queue}` }
    },
  },
  email: {
    state: ({ mailer }) => (mailer ? 'configured' : 'not_configured'),
    test: async ({ mailer }) => {
      if (!mailer)
        return {
          isWorking: false,
          message:
            'E-mail is not configured. Alerts appear only in Caseload, and staff must share signing links themselves.',
        }
      return mailer.test().then(
        () => ({ isWorking: true, message: 'The mail server answered and accepted the sign-in' }),
        ({ message }: Error) => ({
          isWorking: false,
          message: `The mail server could not be used: ${message}`,
        }),
      )
    },
  },
}

/** Tests the connection. An error says what to do. */
async function tryDocuSign(remote: RemoteEnvelopes | null): Promise<Tried> {
  if (!remote) {
    return {
      isWorking: false,
      message: 'DocuSign is not configured. Patients sign on a page of this server instead.',
    }
  }
  try {
    return { isWorking: true, message: await remote.test() }
  } catch (error) {
    const trouble = signingProblemOf(error)
    if (!trouble) throw error
    return { isWorking: false, message: trouble.message }
  }
}
