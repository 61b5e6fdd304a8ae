import { type GraphQLField, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql'
import { type Action, can } from '#domain/access/policy.ts'
import { type Failure, forbidden, unauthenticated } from '#domain/errors.ts'
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

/** The root fields an operation selects. */
export function rootFields(schema: GraphQLSchema, operation: OperationDefinitionNode): RootField[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  return operation.selectionSet.selections.flatMap((selection) => {
    const field = selection.kind === Kind.FIELD ? fields[selection.name.value] : undefined
    return field ? [field] : []
  })
}

/** The failure that keeps this visitor from the field whatever its arguments, or `null`. */
export function scopeFailure(field: RootField, actor: Viewer | null): Failure | null {
  const scopes = scopesOf(field)
  if (!scopes || scopes.anyone) return null
  if (!actor) return unauthenticated()
  return scopes.can && !can(actor, scopes.can) ? forbidden({ resourceType: field.name }) : null
}
