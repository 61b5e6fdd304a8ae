import { systemPartStates, systemParts } from '#domain/system/parts.ts'
import type { Tried } from '#operations/system/parts.ts'
import { readSystemStatus, type SystemStatus as Status } from '#operations/system/readSystemStatus.ts'
import { testConnection } from '#operations/system/testConnection.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

const SystemPartName = builder.enumType('SystemPartName', {
  description: 'What the product leans on.',
  values: systemParts,
})

const SystemPartState = builder.enumType('SystemPartState', {
  description: 'How a part stands: in use, there to be used, or switched off.',
  values: systemPartStates,
})

const SystemPart = builder.objectRef<Status['parts'][number]>('SystemPart').implement({
  description: 'One part of the system.',
  fields: (t) => ({
    name: t.expose('name', { type: SystemPartName, description: 'Which.' }),
    state: t.expose('state', { type: SystemPartState, description: 'How it stands.' }),
  }),
})

const TrailState = builder.objectRef<NonNullable<Status['trail']>>('TrailState').implement({
  description: 'What the last check of the whole audit trail found.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', { type: 'DateTime', description: 'When.' }),
    isIntact: t.exposeBoolean('isIntact', { description: 'Whether everything was what had been written.' }),
  }),
})

const SystemStatus = builder.objectRef<Status>('SystemStatus').implement({
  description: 'How the product runs here.',
  fields: (t) => ({
    mode: t.exposeString('mode', { description: '`production`, or `demo` with made-up patients.' }),
    version: t.exposeString('version', { description: 'Of the product.' }),
    timeZone: t.exposeString('timeZone', { description: 'The clinic’s clock; an IANA name.' }),
    parts: t.expose('parts', { type: [SystemPart], description: 'What it leans on.' }),
    trail: t.expose('trail', {
      type: TrailState,
      nullable: true,
      description: 'For administrators; `null` before the first check.',
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
    description: 'How the product runs here, as the Settings screen tells it.',
    resolve: (_root, _args, context) => readSystemStatus(context, {}),
  }),
)

const ConnectionTest = builder.objectRef<Tried>('ConnectionTest').implement({
  description: 'What a try of one part came to.',
  fields: (t) => ({
    isWorking: t.exposeBoolean('isWorking', { description: 'Whether it answered.' }),
    message: t.exposeString('message', { description: 'A sentence to show.' }),
  }),
})

const TestConnectionInput = builder.inputType('TestConnectionInput', {
  description: 'What to try.',
  fields: (t) => ({ part: t.field({ type: SystemPartName, required: true, description: 'Which part.' }) }),
})

builder.mutationField('testConnection', (t) =>
  t.withAuth({ can: 'system.test' }).field({
    type: ConnectionTest,
    description: 'Tries one part of the system now. Needs the admin role; that it was tried is recorded.',
    args: { input: t.arg({ type: TestConnectionInput, required: true, description: 'What.' }) },
    ...runs(testConnection),
  }),
)
