import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { denialOf } from '#domain/access/denial.ts'
import { type Action, can } from '#domain/access/policy.ts'
import { canWrite } from '#domain/apiKeys/scopes.ts'
import { Failure, type FailureSubject, unauthenticated } from '#domain/errors.ts'
import { isStorable } from '#domain/text.ts'
import { hashOfDocument } from '#operations/apiKeys/keyDocuments.ts'
import type { Viewer } from '#operations/sessions/recognizeVisitor.ts'
import { fieldBeyondScopes } from './nestedScopes.ts'
import type { FieldExtensions } from './runs.ts'

type RootField = GraphQLField<unknown, unknown>
/** A document with its variables. */
export type Request = {
  document: DocumentNode
  variables?: Record<string, unknown>
  operationName?: string | undefined
}
type StatedScopes = { anyone?: boolean; signedIn?: boolean; can?: Action }

/** The scopes of a root field. `undefined` if it has none, which a test forbids. */
export const scopesOf = (field: RootField): StatedScopes | undefined =>
  (field.extensions as { pothosOptions?: { authScopes?: StatedScopes } }).pothosOptions?.authScopes

/** The zod input that the field's operation parses, if it has one. */
export const inputOf = (field: RootField): FieldExtensions['input'] =>
  (field.extensions as FieldExtensions).input

/** A selected root field. `field` is `undefined` if the schema does not have it. */
type Selected = { field: RootField | undefined; node: FieldNode }
export type RootSelection = Selected & { field: RootField }

const selectedBy = new WeakMap<OperationDefinitionNode, readonly Selected[]>()

/** The root selections of an operation, directly or through fragments. Reads each fragment once. */
function selectedAtRoot(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly Selected[] {
  const cached = selectedBy.get(operation)
  if (cached) return cached
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  const unread = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const selected: Selected[] = []
  const read = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        selected.push({ field: fields[selection.name.value], node: selection })
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        read(selection.selectionSet)
      } else {
        const fragment = unread.get(selection.name.value)
        unread.delete(selection.name.value)
        read(fragment)
      }
    }
  }
  read(operation.selectionSet)
  selectedBy.set(operation, selected)
  return selected
}

/** The root fields that an operation selects, with their nodes. */
export function rootSelections(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | undefined,
): RootSelection[] {
  const operation = getOperationAST(document, operationName)
  const selected = operation ? selectedAtRoot(schema, document, operation) : []
  return selected.filter((one): one is RootSelection => one.field !== undefined)
}

/** The root fields that an operation selects. */
export const rootFields = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | undefined,
): RootField[] => rootSelections(schema, document, operationName).map(({ field }) => field)

/** Whether all root fields of a document's operations need no session. */
export const isPublic = (schema: GraphQLSchema, document: DocumentNode): boolean =>
  document.definitions
    .filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    .flatMap((operation) => selectedAtRoot(schema, document, operation))
    .every(({ field, node }) => node.name.value === '__typename' || (field && scopesOf(field)?.anyone))

/**
 * Reads the arguments of a request's root fields before validation: inline values, variables, and variables within
 * inline values.
 */
export function argumentReader({ document, variables = {}, operationName }: Request) {
  const values: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of getOperationAST(document, operationName)?.variableDefinitions ??
    []) {
    const name = variable.name.value
    if (Object.hasOwn(variables, name)) values[name] = variables[name]
    else if (defaultValue) values[name] = valueFromASTUntyped(defaultValue)
  }
  return ({ node }: RootSelection): Record<string, unknown> =>
    Object.fromEntries(
      (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, values)]),
    )
}

/**
 * The subject of a field, so that a denial can be recorded with an ID. `patientId` names a patient. If there are
 * several IDs, the first in the order of the operation's input counts.
 */
export function askedFor(field: RootField | undefined, args: Record<string, unknown>): FailureSubject {
  const resourceType = field?.name ?? 'request'
  const values = Object(args.input ?? args) as Record<string, unknown>
  const input = field && (inputOf(field) as { shape?: object } | undefined)
  const name = Object.keys(input?.shape ?? values).find((key) => /^id$|Id$/.test(key)) ?? ''
  const id = values[name]
  // An invalid ID is not recorded, because the row could not be written and the denial would be lost.
  if (typeof id !== 'string' || id.length > 64 || !isStorable(id)) return { resourceType }
  return { resourceType: name === 'id' ? resourceType : name.slice(0, -2), resourceId: id }
}

/** The failure if the caller may not use the field with any arguments, or `null`. */
export function scopeFailure(
  field: RootField,
  actor: Viewer | null,
  args: Record<string, unknown>,
): Failure | null {
  const scopes = scopesOf(field)
  if (!scopes || scopes.anyone) return null
  if (!actor) return unauthenticated()
  const isOpen = scopes.can ? can(actor, scopes.can) : isPerson(actor)
  return isOpen ? null : denialOf(actor, askedFor(field, args))
}

/** Whether the actor is a signed-in person and not an API key. */
export const isPerson = (actor: Viewer | null): boolean => actor !== null && !actor.key

/**
 * The failure if an API key may not run the document, or `null`: a key with a list of documents can run no others, a
 * read-only key cannot run mutations, and nested objects need their own scopes. This is decided before anything runs, so that no change is made and then denied.
 */
export function keyFailure(
  schema: GraphQLSchema,
  actor: Viewer | null,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName?: string,
): Failure | null {
  if (!actor?.key) return null
  const message = keyRefusal(schema, { ...actor, key: actor.key }, document, operationName)
  if (message === null) return null
  const [first] = rootSelections(schema, document, operationName)
  const args = first ? argumentReader({ document, variables, operationName })(first) : {}
  return new Failure('forbidden', message, { subject: askedFor(first?.field, args) })
}

function keyRefusal(
  schema: GraphQLSchema,
  actor: Viewer & { key: NonNullable<Viewer['key']> },
  document: DocumentNode,
  operationName: string | undefined,
): string | null {
  if (!isListed(actor.key.documents, document)) return 'This API key may run only the documents of its list'
  const operation = getOperationAST(document, operationName)
  if (operation?.operation === OperationTypeNode.MUTATION && !canWrite(actor.key.scopes))
    return 'This API key may only read'
  const beyond = fieldBeyondScopes(schema, actor, document, operationName)
  return beyond && `The scopes of this API key do not open ${beyond}`
}

/** Whether a key may run a document: one with these hashes, or any if there are none. */
const isListed = (hashes: readonly string[], { loc }: DocumentNode): boolean =>
  hashes.length === 0 || hashes.includes(hashOfDocument(loc?.source.body ?? ''))
