import { useState } from 'react'
import { useClient } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { guidePath } from '#domain/access/screens.ts'
import type { SystemPartName, SystemPartState } from '#domain/system/parts.ts'
import { graphql } from '#generated/gql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'
import { Moment } from '../time/Moment.tsx'
import { Fact } from './Fact.tsx'
import { row, rows, state as stateClass, word } from './Settings.css.ts'
import type { SystemStatus } from './settingsDocuments.ts'

const TestConnection = graphql(`
  mutation SystemInformation_Test($input: TestConnectionInput!) { testConnection(input: $input) { isWorking message } }
`)

/** The parts with their section of the operator's guide. The database is always set up. */
const partFacts: { name: SystemPartName; label: string; section?: string }[] = [
  { name: 'docusign', label: 'DocuSign Integration', section: 'docusign' },
  { name: 'email', label: 'Email Notifications', section: 'e-mail' },
  { name: 'text_messages', label: 'Text Messages', section: 'text-messages' },
  { name: 'scanner', label: 'Virus Scanner', section: 'scanning-for-viruses' },
  { name: 'database', label: 'Database' },
]

/** The state of the system. Shows only what was actually checked. */
export function SystemInformation({ status }: { status: SystemStatus }) {
  return (
    <Card>
      <CardHead title="System Information" />
      <CardBody>
        <div className={rows}>
          <Fact label="Environment">{status.mode === 'production' ? 'Production' : 'Demo'}</Fact>
          <Compliance check={status.trail ?? null} />
          {partFacts.map(({ name, ...facts }) => (
            <PartRow
              key={name}
              name={name}
              {...facts}
              state={status.parts.find((one) => one.name === name)?.state ?? 'not_configured'}
            />
          ))}
          {status.ignoresProxy && <IgnoredProxy />}
          <Fact label="Time Zone">{status.timeZone.replaceAll('_', ' ')}</Fact>
          <Fact label="Version">{status.version}</Fact>
        </div>
      </CardBody>
    </Card>
  )
}

/** Shows administrators the audit check behind 'Active'. */
function Compliance({ check }: { check: SystemStatus['trail'] | null }) {
  const { viewer } = useFrame()
  const isBroken = check?.isIntact === false
  return (
    <div>
      <Fact label="HIPAA Compliance">
        <Badge tone={isBroken ? 'critical' : 'positive'} icon={isBroken ? 'alert' : 'shield'}>
          {isBroken ? 'Audit log altered' : 'Active'}
        </Badge>
      </Fact>
      {can(viewer, 'audit.read') && (
        <span className={word}>
          {check ? (
            <>
              All activity is recorded. The audit log was {check.isIntact ? 'intact' : 'not intact'} when last
              verified on <Moment at={check.checkedAt} />
            </>
          ) : (
            'All activity is recorded. The audit log is verified every night. Not verified yet.'
          )}
        </span>
      )}
    </div>
  )
}

/** Without the real client addresses, all users behind the proxy share one limit, and the audit log has the proxy's. */
function IgnoredProxy() {
  return (
    <div>
      <Fact label="Reverse Proxy">
        <Badge tone="caution" icon="alert">
          Not trusted
        </Badge>
      </Fact>
      <span className={word}>
        Requests arrive with X-Forwarded-For headers, but TRUST_PROXY is off. If your reverse proxy sets them,
        start Caseload with TRUST_PROXY=true, so that rate limits and the audit log use each client’s own
        address.
      </span>
    </div>
  )
}

const states: Record<SystemPartState, { text: string; tone: Tone; icon: IconName }> = {
  working: { text: 'Working', tone: 'positive', icon: 'check' },
  configured: { text: 'Configured', tone: 'positive', icon: 'check' },
  not_configured: { text: 'Not configured', tone: 'neutral', icon: 'slash' },
}

type PartProps = {
  name: SystemPartName
  label: string
  section?: string | undefined
  state: SystemPartState
}

function PartRow({ name, label, section, state }: PartProps) {
  const { viewer } = useFrame()
  const client = useClient()
  const [isPending, setPending] = useState(false)
  const [result, setResult] = useState('')
  const { text, tone, icon } = states[state]

  async function test(): Promise<void> {
    setPending(true)
    const { data, error } = await client.mutation(TestConnection, { input: { part: name } }).toPromise()
    setPending(false)
    const failure = error && errorMessage(error, 'The connection could not be tested. Try again.').message
    setResult(failure ?? data?.testConnection.message ?? '')
  }

  return (
    <div>
      <div className={row}>
        <span>{label}</span>
        <span className={stateClass}>
          <Badge tone={tone} icon={icon}>
            {text}
          </Badge>
          {can(viewer, 'system.test') && state === 'not_configured' && section && (
            <ButtonLink size="small" href={guidePath(section)} aria-label={`Set Up: ${label}`}>
              Set Up
            </ButtonLink>
          )}
          {can(viewer, 'system.test') && state !== 'not_configured' && (
            <Button
              size="small"
              isPending={isPending}
              aria-label={`Test Connection: ${label}`}
              onClick={() => void test()}
            >
              Test Connection
            </Button>
          )}
        </span>
      </div>
      <span className={word} role="status">
        {result}
      </span>
    </div>
  )
}
