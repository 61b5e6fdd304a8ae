import { disclosureKinds, forwardingState, forwardingStates } from '#domain/records/forwarding.ts'
import { builder } from '../builder.ts'

const ForwardingState = builder.enumType('ForwardingState', {
  description:
    'Whether a link to forwarded records opens, has expired, was withdrawn by the clinic, or closed with the consent.',
  values: forwardingStates,
})

const ForwardedRecord = builder.prismaObject('ForwardedRecord', {
  description: 'A record as it was when it was forwarded, whatever became of it.',
  fields: (t) => ({
    recordId: t.exposeID('recordId', { description: 'Key of the record.' }),
    fileName: t.exposeString('fileName', { description: 'Name of the file.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the file as it is handed out, hex.' }),
  }),
})

export const Forwarding = builder.prismaObject('Forwarding', {
  description:
    'Records that were handed to an attorney behind a link. The link itself is told by `showForwardingLink`.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the forwarding.' }),
    state: t.field({
      type: ForwardingState,
      select: { patient: true, recipient: true },
      description: 'How its link stands now.',
      resolve: (forwarding, _args, { now }) => forwardingState(forwarding, now()),
    }),
    recipient: t.relation('recipient', { description: 'The attorney whom it went to.' }),
    purpose: t.exposeString('purpose', { description: 'What the records are for.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'What the recipient is told behind the link; `null` for nothing.',
    }),
    records: t.relation('files', {
      type: ForwardedRecord,
      query: { orderBy: { recordId: 'asc' } },
      description: 'What was forwarded.',
    }),
    forwardedBy: t.relation('forwardedBy', { description: 'Who forwarded it.' }),
    consentSignedAt: t.expose('consentSignedAt', {
      type: 'DateTime',
      description: 'When the consent was signed under which it was forwarded.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was forwarded.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Until when the link lives at most: seven days, or to the end of the authorization.',
    }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link was opened first; `null` before.',
    }),
    downloads: t.exposeInt('downloads', { description: 'How often a file was downloaded by the link.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link was closed before its time; `null` when it was not.',
    }),
  }),
})

const DisclosureKind = builder.enumType('DisclosureKind', {
  description:
    'That a record was handed to an attorney behind a link, that the link was opened, or that an attorney downloaded a record by it or in the product.',
  values: disclosureKinds,
})

export const Disclosure = builder.prismaObject('Disclosure', {
  description: 'One line of the accounting of disclosures of a patient (45 CFR 164.528). It never changes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the line.' }),
    kind: t.expose('kind', { type: DisclosureKind, description: 'What happened.' }),
    forwardingId: t.exposeID('forwardingId', {
      nullable: true,
      description: 'Key of the forwarding; `null` for a download in the product itself.',
    }),
    recordId: t.exposeID('recordId', {
      nullable: true,
      description: 'Key of the record; `null` where a link was opened.',
    }),
    fileName: t.exposeString('fileName', {
      nullable: true,
      description: 'Name of the file then; `null` where a link was opened.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the file as it was handed out, hex; `null` where a link was opened.',
    }),
    recipient: t.relation('recipient', { description: 'To whom.' }),
    purpose: t.exposeString('purpose', {
      nullable: true,
      description: 'What for; `null` for a download in the product itself.',
    }),
    consentSignedAt: t.expose('consentSignedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the consent was signed that it rests on; `null` where no signed form was on file.',
    }),
    consentRequestId: t.exposeID('consentRequestId', {
      nullable: true,
      description: 'Key of that consent request; `null` where no signed form was on file.',
    }),
    disclosedBy: t.relation('disclosedBy', {
      nullable: true,
      description: 'Who of the clinic did it; `null` where the recipient did.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})
