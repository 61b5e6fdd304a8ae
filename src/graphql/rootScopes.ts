import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { type Action, can } from '#domain/access/policy.ts'
import { Failure, type FailureSubject, forbidden, unauthenticated } from '#domain/errors.ts'
import { isStorable } from '#domain/text.ts'
import type { Viewer } from '#operations/sessions/recogniseVisitor.ts'
import type { FieldExtensions } from './runs.ts'

type RootField = GraphQLField<unknown, unknown>
type StatedScopes = { anyone?: boolean; signedIn?: boolean; can?: Action }

/** The scopes a root field states; `undefined` for one that states none, which a test refuses. */
export const scopesOf = (field: RootField): StatedScopes | undefined =>
  (field.extensions as { pothosOptions?: { authScopes?: StatedScopes } }).pothosOptions?.authScopes

/** The input that the field's operation parses, where it has one. */
export const inputOf = (field: RootField): FieldExtensions['input'] =>
  (field.extensions as FieldExtensions).input

/** The root fields an operation selects, directly or through fragments. */
export function rootFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | undefined,
): RootField[] {
  const operation = getOperationAST(document, operationName)
  const fields = (operation && schema.getRootType(operation.operation)?.getFields()) ?? {}
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const within = (set: SelectionSetNode | undefined): RootField[] =>
    (set?.selections ?? []).flatMap((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection.selectionSet)
      if (selection.kind === Kind.FRAGMENT_SPREAD) return within(fragments.get(selection.name.value))
      return fields[selection.name.value] ?? []
    })
  return within(operation?.selectionSet)
}

/**
 * What a field was asked about, so that a denial can be recorded by the id: `patientId` names a patient. Of several
 * ids it is the first that the operation's input names, in whatever order the caller gave them.
 */
export function askedFor(field: RootField | undefined, args: Record<string, unknown>): FailureSubject {
  const resourceType = field?.name ?? 'request'
  const given = (args.input ?? args) as Record<string, unknown>
  const input = field && (inputOf(field) as { shape?: object } | undefined)
  const name = Object.keys(input?.shape ?? given).find((key) => /^id$|Id$/.test(key)) ?? ''
  const id = given[name]
  // What cannot be a key is not repeated, or the row could not be written and the denial would leave no trace.
  if (typeof id !== 'string' || id.length > 64 || !isStorable(id)) return { resourceType }
  return { resourceType: name === 'id' ? resourceType : name.slice(0, -2), resourceId: id }
}

/** The failure that keeps this visitor from the field whatever its arguments, or `null`. */
export function scopeFailure(
  field: RootField,
  actor: Viewer | null,
  variables: Record<string, unknown>,
): Failure | null {
  const scopes = scopesOf(field)
  if (!scopes || scopes.anyone) return null
  if (!actor) return unauthenticated()
  const isOpen = scopes.can ? can(actor, scopes.can) : isPerson(actor)
  return isOpen ? null : forbidden(askedFor(field, variables))
}

/** Whether somebody is signed in themselves, and not by an API key. */
export const isPerson = (actor: Viewer | null): boolean => actor !== null && !actor.key

/** The failure that keeps an API key from the whole document: one that may only read runs no mutation. */
export function keyFailure(
  schema: GraphQLSchema,
  actor: Viewer | null,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName?: string,
): Failure | null {
  if (actor?.key?.scope !== 'read') return null
  const operation = getOperationAST(document, operationName)
  if (operation?.operation !== OperationTypeNode.MUTATION) return null
  const [field] = rootFields(schema, document, operationName)
  return new Failure('forbidden', 'This API key may only read', { subject: askedFor(field, variables) })
}
