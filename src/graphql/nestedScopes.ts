import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Actor } from '#domain/access/actor.ts'
import { type Action, isInScope } from '#domain/access/policy.ts'

/**
 * The action that opens an object where it hangs on another one. A type that is not listed is a part of what it hangs
 * on; a test keeps the list complete.
 */
export const actionsOfTypes: Record<string, Action> = {
  Patient: 'patient.view',
  PatientStatusChange: 'patient.view',
  PatientNote: 'note.read',
  ConsentRequest: 'consent.view',
  PatientRecord: 'record.view',
  DeletedRecord: 'record.listDeleted',
  Forwarding: 'forwarding.list',
  Disclosure: 'disclosure.list',
  LegalHold: 'legalHold.list',
  BreakGlass: 'breakGlass.list',
  Task: 'task.list',
  Appointment: 'appointment.list',
  Alert: 'alert.list',
  AuditLog: 'audit.read',
  Activity: 'activity.read',
  ReportPart: 'report.export',
  PatientImport: 'import.manage',
  Account: 'user.list',
  ApiKey: 'apiKey.manage',
}

/** Fields that belong to the object around them: the patient of a task is a part of the task. */
const partsOfOthers: Record<string, readonly string[]> = {
  Patient: ['__typename', 'id', 'firstName', 'lastName'],
}

/**
 * Where the walk is: in what the root field itself answers, inside an object that is open, or at one of which only the
 * parts of others are.
 */
type Place = 'answer' | 'inside' | 'parts'

/** The first field, as `Type.field`, that the scopes of the actor's key do not open; `null` where they open all. */
export function fieldBeyondScopes(
  schema: GraphQLSchema,
  actor: Actor,
  document: DocumentNode,
  operationName?: string | undefined,
): string | null {
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) return null
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  // Each fragment is walked once for each place, so that the walk is linear however often it is spread.
  const walked = new Set<string>()

  function walk(set: SelectionSetNode, type: GraphQLObjectType, place: Place): string | null {
    for (const selection of set.selections) {
      const found =
        selection.kind === Kind.FIELD
          ? atField(selection.name.value, selection.selectionSet, type, place)
          : atFragment(selection, type, place)
      if (found) return found
    }
    return null
  }

  function atFragment(
    selection: Exclude<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>,
    type: GraphQLObjectType,
    place: Place,
  ): string | null {
    if (selection.kind === Kind.INLINE_FRAGMENT) return walk(selection.selectionSet, type, place)
    const name = selection.name.value
    const fragment = fragments.get(name)
    if (!fragment || walked.has(`${name} ${place}`)) return null
    walked.add(`${name} ${place}`)
    return walk(fragment.selectionSet, type, place)
  }

  function atField(
    name: string,
    set: SelectionSetNode | undefined,
    type: GraphQLObjectType,
    place: Place,
  ): string | null {
    if (place === 'parts' && !partsOfOthers[type.name]?.includes(name)) return `${type.name}.${name}`
    const target = getNamedType(type.getFields()[name]?.type)
    if (!set || !isObjectType(target)) return null
    return walk(set, target, placeOf(target, place))
  }

  function placeOf({ name }: GraphQLObjectType, from: Place): Place {
    const action = actionsOfTypes[name]
    if (!action) return from
    return from === 'answer' || isInScope(actor, action) ? 'inside' : 'parts'
  }

  return walk(operation.selectionSet, root, 'answer')
}
