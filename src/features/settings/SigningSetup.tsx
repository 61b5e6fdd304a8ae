import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { guidePath } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { graphql } from '#generated/gql.ts'
import type { SigningSetupQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { section } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'
import { CopyField } from './CopyField.tsx'
import { Fact } from './Fact.tsx'
import { line, part, rows, word } from './Settings.css.ts'

const signingSetup = graphql(`
  query SigningSetup {
    signingSetup {
      provider rejectedAt open inTrouble
      remote { server accountId webhookKeys }
      lastEvent { event receivedAt outcome }
    }
  }
`)

const TryDocuSign = graphql(`
  mutation SigningSetup_Test($input: TestConnectionInput!) { testConnection(input: $input) { isWorking message } }
`)

type Setup = SigningSetupQuery['signingSetup']

/** The signing provider and its status. Shows only what was actually checked. */
export function SigningSetup() {
  const [{ data, error }] = useQuery({ query: signingSetup, requestPolicy: 'cache-and-network' })
  const setup = data?.signingSetup
  return (
    <section className={part} aria-labelledby="e-signature">
      <h3 id="e-signature" className={section}>
        E-Signature
      </h3>
      {error && !setup && (
        <span className={word} role="alert">
          {errorMessage(error, 'The e-signature settings could not be loaded').message}
        </span>
      )}
      {!setup && !error && <Skeleton rows={5} />}
      {setup && <Provider setup={setup} />}
      {setup && (
        <CopyField
          label="Webhook Address"
          value={new URL('/api/webhooks/docusign', location.origin).href}
          description={
            setup.remote
              ? 'In DocuSign Connect, send JSON SIM messages to this address, signed with HMAC.'
              : 'This address works once the server runs with the DocuSign settings.'
          }
        />
      )}
    </section>
  )
}

function Provider({ setup }: { setup: Setup }) {
  const { remote } = setup
  return (
    <div className={rows}>
      <Fact label="DocuSign">
        <Badge tone={remote ? 'positive' : 'neutral'} icon={remote ? 'check' : 'slash'}>
          {remote ? 'Configured' : 'Not configured'}
        </Badge>
      </Fact>
      {remote ? (
        <>
          <Fact label="Account Server">{remote.server}</Fact>
          <Fact label="Account">{remote.accountId}</Fact>
          <Fact label="Webhook Keys">{remote.webhookKeys}</Fact>
          <Fact label="Last Webhook Message">
            <LastEvent event={setup.lastEvent ?? null} />
          </Fact>
          <Fact label="Open Requests">{setup.open}</Fact>
        </>
      ) : (
        <>
          <span className={word}>Patients sign on a page of this server through a secret link.</span>
          <div className={line}>
            <ButtonLink size="small" href={guidePath('docusign')}>
              Set Up DocuSign
            </ButtonLink>
          </div>
        </>
      )}
      <Warnings setup={setup} />
      {remote && <TryIt />}
    </div>
  )
}

function LastEvent({ event }: { event: Setup['lastEvent'] | null }) {
  if (!event) return 'None yet'
  return (
    <>
      {event.event}, <Moment at={event.receivedAt} />: {event.outcome ?? 'Waiting to check with DocuSign'}
    </>
  )
}

function Warnings({ setup: { inTrouble, rejectedAt, provider, remote, open } }: { setup: Setup }) {
  return (
    <>
      {inTrouble > 0 && (
        <span className={word}>
          {inTrouble === 1
            ? 'The last status check failed for one request.'
            : `The last status check failed for ${inTrouble} requests.`}
        </span>
      )}
      {rejectedAt && (
        <span className={word}>
          Messages with an invalid signature were rejected, most recently on <Moment at={rejectedAt} />. If
          they came from DocuSign, add the missing Connect key to DOCUSIGN_CONNECT_KEYS.
        </span>
      )}
      {provider === 'built_in' && !remote && open > 0 && (
        <span className={word}>
          {amountOf(open, 'request')} open at DocuSign can no longer be updated. Start the server with the
          DocuSign settings.
        </span>
      )}
    </>
  )
}

/** Tests the connection. An error says what to do. */
function TryIt() {
  const client = useClient()
  const [isPending, setPending] = useState(false)
  const [result, setResult] = useState('')

  async function test(): Promise<void> {
    setPending(true)
    setResult('')
    const { data, error } = await client.mutation(TryDocuSign, { input: { part: 'docusign' } }).toPromise()
    setPending(false)
    if (error) setResult(errorMessage(error, 'The test could not be run').message)
    else setResult(data?.testConnection.message ?? '')
  }

  return (
    <>
      <div className={line}>
        <Button
          size="small"
          isPending={isPending}
          aria-label="Test Connection: DocuSign"
          onClick={() => void test()}
        >
          Test Connection
        </Button>
      </div>
      <span className={word} role="status">
        {result}
      </span>
    </>
  )
}
