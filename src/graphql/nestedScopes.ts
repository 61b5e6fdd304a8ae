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
 * The action that a nested object of this type needs. A type that is not listed is a part of its parent. A test keeps
 * the list complete.
 */
export const actionsOfTypes: Record<string, Action> = {
  Patient: 'patient.view',
  PatientStatusChange: 'patient.view',
  PatientNote: 'note.read',
  PatientNoteVersion: 'note.read',
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
  Webhook: 'webhook.manage',
  WebhookMessage: 'webhook.manage',
}

/** Fields that are part of their parent object: the patient's name is part of a task. */
const partsOfOthers: Record<string, readonly string[]> = {
  Patient: ['__typename', 'id', 'firstName', 'lastName'],
}

/**
 * The position in a document. `answer` is the result of a root field, and `inside` is an accessible object. At
 * `parts`, only the fields in `partsOfOthers` are accessible.
 */
type Place = 'answer' | 'inside' | 'parts'

/** The first field, as `Type.field`, that the scopes of the API key do not allow, or `null`. */
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
  // Visits each fragment once per position, so that the work is linear in the document.
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
