import { systemPartStates, systemParts } from '#domain/system/parts.ts'
import type { Tried } from '#operations/system/parts.ts'
import {
  readSystemStatus,
  readTrailState,
  type SystemStatus as Status,
  type TrailState as Trail,
} from '#operations/system/readSystemStatus.ts'
import { testConnection } from '#operations/system/testConnection.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { runs } from '../runs.ts'

const SystemPartName = builder.enumType('SystemPartName', {
  description: 'A system component.',
  values: enumValues(systemParts, {
    database: 'The database',
    docusign: 'DocuSign',
    email: 'Sending e-mail',
    text_messages: 'Sending text messages',
    scanner: 'The scanner for harmful software',
  }),
})

const SystemPartState = builder.enumType('SystemPartState', {
  description: 'State of a component: in use, configured, or not configured.',
  values: enumValues(systemPartStates, {
    working: 'In use',
    configured: 'Configured',
    not_configured: 'Not configured',
  }),
})

const SystemPart = builder.objectRef<Status['parts'][number]>('SystemPart').implement({
  description: 'One component of the system.',
  fields: (t) => ({
    name: t.expose('name', { type: SystemPartName, description: 'Its name.' }),
    state: t.expose('state', { type: SystemPartState, description: 'Its state.' }),
  }),
})

const TrailState = builder.objectRef<Trail>('TrailState').implement({
  description: 'Whether the audit log is intact, as the Audit Logs screen shows it.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', { type: 'DateTime', description: 'When all of it was last verified.' }),
    isIntact: t.exposeBoolean('isIntact', { description: 'Whether all entries were unaltered.' }),
  }),
})

const SystemStatus = builder.objectRef<Status>('SystemStatus').implement({
  description: 'State of this installation.',
  fields: (t) => ({
    mode: t.exposeString('mode', { description: '`production`, or `demo` with made-up patients.' }),
    version: t.exposeString('version', { description: 'Version of Caseload.' }),
    timeZone: t.exposeString('timeZone', { description: 'The clinic’s clock; an IANA name.' }),
    parts: t.expose('parts', { type: [SystemPart], description: 'Its components.' }),
    trail: t.withAuth({ can: 'system.read' }).field({
      type: TrailState,
      nullable: true,
      // It reads and hashes up to a thousand rows, so the cost allows it only a few times per document.
      complexity: 1500,
      resolve: (_status, _args, context) => readTrailState(context, {}),
      description: 'For administrators; `null` before the first check of a long audit log.',
    }),
    ignoresProxy: t.exposeBoolean('ignoresProxy', {
      description:
        'For administrators: requests arrive with X-Forwarded-For or similar headers while TRUST_PROXY is off.',
    }),
  }),
})

builder.queryField('systemStatus', (t) =>
  t.withAuth({ can: 'system.read' }).field({
    type: SystemStatus,
    description: 'State of this installation, as shown on the Settings screen.',
    resolve: (_root, _args, context) => readSystemStatus(context, {}),
  }),
)

const ConnectionTest = builder.objectRef<Tried>('ConnectionTest').implement({
  description: 'Result of a connection test.',
  fields: (t) => ({
    isWorking: t.exposeBoolean('isWorking', { description: 'Whether it answered.' }),
    message: t.exposeString('message', { description: 'A sentence to show.' }),
  }),
})

const TestConnectionInput = builder.inputType('TestConnectionInput', {
  description: 'The component to test.',
  fields: (t) => ({ part: t.field({ type: SystemPartName, required: true, description: 'The component.' }) }),
})

builder.mutationField('testConnection', (t) =>
  t.withAuth({ can: 'system.test' }).field({
    type: ConnectionTest,
    description: 'Tests the connection to one component now. Needs the admin role; the test is recorded.',
    args: { input: t.arg({ type: TestConnectionInput, required: true, description: 'What.' }) },
    ...runs(testConnection),
  }),
)
