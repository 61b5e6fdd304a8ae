import {
  disclosureBases,
  disclosureBasisLabels,
  disclosureKinds,
  forwardingStates,
} from '#domain/records/forwarding.ts'
import { stateOf } from '#operations/records/visibleForwarding.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

const ForwardingState = builder.enumType('ForwardingState', {
  description:
    'State of a link to forwarded records: it works, has expired, was withdrawn by the clinic, or closed with the consent.',
  values: enumValues(forwardingStates, {
    open: 'The link works',
    expired: 'The link has expired',
    withdrawn: 'The clinic withdrew the link',
    closed: 'The link closed when the consent ended',
  }),
})

const ForwardedRecord = builder.prismaObject('ForwardedRecord', {
  description: 'A record as it was at the time of forwarding. Later changes do not affect it.',
  fields: (t) => ({
    recordId: t.exposeID('recordId', { description: 'ID of the record.' }),
    fileName: t.exposeString('fileName', { description: 'Name of the file.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the file as served, hex.' }),
  }),
})

export const DisclosureBasis = builder.enumType('DisclosureBasis', {
  description: 'What permits a disclosure: a signed authorization, or another legal basis.',
  values: enumValues(disclosureBases, disclosureBasisLabels),
})

export const Forwarding = builder.prismaObject('Forwarding', {
  description:
    'Records that were forwarded to an attorney through a link. `showForwardingLink` returns the link.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the forwarding.' }),
    state: t.field({
      type: ForwardingState,
      select: { patient: true, recipient: true },
      description: 'Current state of its link.',
      resolve: (forwarding, _args, context) => stateOf(context, forwarding),
    }),
    recipient: t.relation('recipient', { description: 'The attorney who received it.' }),
    purpose: t.exposeString('purpose', { description: 'Purpose of the forwarding.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Note to the recipient on the linked page; `null` if none.',
    }),
    records: t.relation('files', {
      type: ForwardedRecord,
      query: { orderBy: { recordId: 'asc' } },
      description: 'The forwarded records.',
    }),
    forwardedBy: t.relation('forwardedBy', { description: 'User who forwarded them.' }),
    basis: t.expose('basis', { type: DisclosureBasis, description: 'What permits it.' }),
    basisReference: t.exposeString('basisReference', {
      nullable: true,
      description:
        'Document or number that proves a basis other than a signed form; `null` for a signed form.',
    }),
    basisReason: t.exposeString('basisReason', {
      nullable: true,
      description: 'Why it was made on another basis; `null` for a signed form.',
    }),
    consentSignedAt: t.expose('consentSignedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the underlying consent was signed; `null` if it has another basis.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were forwarded.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the link expires at the latest: after seven days or with the authorization.',
    }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link was first opened; `null` before that.',
    }),
    downloads: t.exposeInt('downloads', { description: 'Number of downloads through the link.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link was closed early; `null` if it was not.',
    }),
  }),
})

const DisclosureKind = builder.enumType('DisclosureKind', {
  description:
    'Kind of disclosure: a record was forwarded to an attorney, its link was opened, or an attorney downloaded a record through it or in the app.',
  values: enumValues(disclosureKinds, {
    forwarded: 'A record was forwarded',
    opened: 'The link to forwarded records was opened',
    downloaded: 'A record was downloaded, through a link or in the app',
    viewed: 'A chart or a part of it was shown',
  }),
})

export const Disclosure = builder.prismaObject('Disclosure', {
  description:
    "One line of a patient's accounting of disclosures (45 CFR 164.528). It is never deleted, and only its basis can change.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the line.' }),
    kind: t.expose('kind', { type: DisclosureKind, description: 'What happened.' }),
    forwardingId: t.exposeID('forwardingId', {
      nullable: true,
      description: 'ID of the forwarding; `null` for a download in the app.',
    }),
    recordId: t.exposeID('recordId', {
      nullable: true,
      description: 'ID of the record; `null` if a link was opened.',
    }),
    fileName: t.exposeString('fileName', {
      nullable: true,
      description: 'Name of the file at that time; `null` if a link was opened.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the file as served, hex; `null` if a link was opened.',
    }),
    recipient: t.relation('recipient', { description: 'The recipient.' }),
    purpose: t.exposeString('purpose', {
      nullable: true,
      description: 'Purpose; `null` for a download in the app.',
    }),
    basis: t.expose('basis', {
      type: DisclosureBasis,
      nullable: true,
      description:
        'What permitted it; `null` if no form was signed yet and the clinic lets its attorneys see records. `mistake` if nothing permitted it, by the current chart, category and service date of the record.',
    }),
    basisReference: t.exposeString('basisReference', {
      nullable: true,
      description: 'Document or number that proves another basis; `null` otherwise.',
    }),
    consentSignedAt: t.expose('consentSignedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the underlying consent was signed; `null` if no signed form was on file.',
    }),
    consentRequestId: t.exposeID('consentRequestId', {
      nullable: true,
      description: 'ID of that consent request; `null` if no signed form was on file.',
    }),
    disclosedBy: t.relation('disclosedBy', {
      nullable: true,
      description: 'User who did it; `null` if the recipient did.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
})
