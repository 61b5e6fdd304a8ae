import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { type GraphQLResolveInfo, getArgumentValues } from 'graphql'
import { denialOf } from '#domain/access/denial.ts'
import { type Action, can } from '#domain/access/policy.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { ReceivedTable } from '#domain/imports/receivedTable.ts'
import { PAGE } from '#domain/paging.ts'
import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import type { PrismaClient } from '#infra/prisma/client.ts'
import type PrismaTypes from '#infra/prisma/pothos.ts'
import { getDatamodel } from '#infra/prisma/pothos.ts'
import type { Viewer } from '#operations/sessions/recognizeVisitor.ts'
import type { GraphQLContext } from './context.ts'
import type { FileContent } from './files.ts'
import { askedFor, isPerson } from './rootScopes.ts'

type SignedIn = GraphQLContext & { actor: Viewer }

/** Each root field has one of these scopes, which say who may call it at all. The operation decides the rest. */
type Scopes = {
  /** Needs no session, for the reason in the field's description. */
  anyone: boolean
  /** Needs a session, so no API key has access. Works even while the password must be changed. */
  signedIn: boolean
  /** Needs a role to which the policy grants the action. */
  can: Action
}

export const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes
  Context: GraphQLContext
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  AuthScopes: Scopes
  AuthContexts: { signedIn: SignedIn; can: SignedIn }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: string; Output: Date }
    Date: { Input: string; Output: Date }
    JSON: { Input: unknown; Output: unknown }
    Upload: { Input: ReceivedFile | ReceivedTable; Output: never }
    FileContent: { Input: never; Output: FileContent }
  }
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  prisma: { client: ({ db }) => db as PrismaClient, dmmf: getDatamodel() },
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    pageInfoTypeOptions: { description: 'The position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there are rows behind this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are rows before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first row; `null` on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last row; `null` on an empty page.' },
    defaultEdgeTypeOptions: { description: 'A row and its place in the list.' },
    edgesFieldOptions: { nullable: false, description: 'The rows of this page, in order.' },
    nodeFieldOptions: { nullable: false, description: 'The row itself.' },
    cursorFieldOptions: { description: 'The position of the row in this list. Not valid in any other list.' },
    pageInfoFieldOptions: { description: 'Where this page lies.' },
    firstArgOptions: { description: 'Rows wanted from the start, at most 100; 25 when left out.' },
    afterArgOptions: { description: 'Only rows after this cursor.' },
    lastArgOptions: { description: 'Rows wanted from the end, at most 100.' },
    beforeArgOptions: { description: 'Only rows before this cursor.' },
  },
  scopeAuth: {
    // Checks permission when a subscription starts and again for each event.
    authorizeOnSubscribe: true,
    authScopes: ({ actor }) => ({
      anyone: true,
      signedIn: isPerson(actor),
      can: (action) => can(actor, action),
    }),
    unauthorizedError: (_parent, { actor }, info) =>
      actor
        ? denialOf(actor, askedFor(info.parentType.getFields()[info.fieldName], argumentsOf(info)))
        : unauthenticated(),
  },
  // A field costs 1. Fields of a page cost 1 per requested row.
  complexity: {
    defaultListMultiplier: 1,
    fieldComplexity: ({ first, last }, _context, { args }) => {
      const rows = args.some(({ name }) => name === 'first') ? PAGE.size : 1
      return { field: 1, multiplier: Math.max(1, Number(first ?? last ?? rows)) }
    },
  },
})

function argumentsOf({ parentType, fieldName, fieldNodes, variableValues }: GraphQLResolveInfo) {
  const field = parentType.getFields()[fieldName]
  const [node] = fieldNodes
  return field && node ? getArgumentValues(field, node, variableValues) : {}
}

builder.queryType({ description: 'What can be read. Reading patient data is recorded in the audit trail.' })
builder.mutationType({
  description: 'What can be changed. A change and its audit row are committed together or not at all.',
})
builder.subscriptionType({
  description: 'What can be followed as it happens, over server-sent events. A stream ends with its session.',
})
