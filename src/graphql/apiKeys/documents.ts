import { type GraphQLSchema, Kind, validate } from 'graphql'
import { apiKeyDocumentsInput } from '#domain/apiKeys/inputs.ts'
import { listApiKeyDocuments, setApiKeyDocuments } from '#operations/apiKeys/keyDocuments.ts'
import { builder } from '../builder.ts'
import { parseWithin, refuseTooLarge } from '../limits.ts'
import { ApiKey } from './apiKeys.ts'

const ApiKeyDocument = builder.prismaObject('ApiKeyDocument', {
  description: 'A GraphQL document that an API key may run.',
  fields: (t) => ({
    hash: t.exposeString('hash', {
      description:
        'SHA-256 of its text, as hexadecimal digits. A request can have it as `extensions.persistedQuery.sha256Hash` instead of the text.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of its first operation that has one; `null` if none has.',
    }),
    text: t.exposeString('text', { description: 'The text, which a request must have to the letter.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added to the list.' }),
  }),
})

builder.queryField('apiKeyDocuments', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: [ApiKeyDocument],
    description:
      'The GraphQL documents that an API key may run, by name; empty if its scopes alone limit it. Needs the admin role and a session.',
    args: { apiKeyId: t.arg.id({ required: true, description: 'ID of the key.' }) },
    resolve: (_root, args, context) => listApiKeyDocuments(context, args),
  }),
)

const SetApiKeyDocumentsInput = builder.inputType('SetApiKeyDocumentsInput', {
  description: 'The GraphQL documents of an API key.',
  fields: (t) => ({
    apiKeyId: t.id({ required: true, description: 'ID of the key.' }),
    documents: t.stringList({
      required: true,
      description:
        'The texts of all documents that the key may run, at most 200, instead of those before. An empty list lifts the limit.',
    }),
  }),
})

builder.mutationField('setApiKeyDocuments', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: ApiKey,
    description:
      'Limits an API key to a list of GraphQL documents. It can then run no other document and no REST call, whatever its scopes. Ends the open streams of the key, which can connect again as far as the list allows. Needs the admin role and a recent sign-in or confirmation.',
    args: { input: t.arg({ type: SetApiKeyDocumentsInput, required: true, description: 'The list.' }) },
    extensions: { input: apiKeyDocumentsInput },
    resolve: (_root, { input }, context, { schema }) =>
      setApiKeyDocuments(context, input, (text) => readDocument(schema, text)),
  }),
)

/** The name of a document's first named operation, or what is wrong with the document. */
function readDocument(schema: GraphQLSchema, text: string): { name: string | null } | { problem: string } {
  try {
    const document = parseWithin(text)
    refuseTooLarge(document)
    const [problem] = validate(schema, document)
    if (problem) return { problem: problem.message }
    const operations = document.definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION ? [one] : [],
    )
    if (operations.length === 0) return { problem: 'It has no operation' }
    const named = operations.find(({ name }) => name)
    return { name: named?.name?.value ?? null }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
