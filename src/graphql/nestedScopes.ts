import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  type InlineFragmentNode,
  isInterfaceType,
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
  PatientRequest: 'disclosure.list',
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

type Composite = GraphQLObjectType | GraphQLInterfaceType

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
  // Visits each fragment once per position and type, so that the work is linear in the document.
  const walked = new Set<string>()

  function walk(set: SelectionSetNode, type: Composite, place: Place): string | null {
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
    type: Composite,
    place: Place,
  ): string | null {
    if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection, type, place)
    const name = selection.name.value
    const fragment = fragments.get(name)
    const visit = `${name} ${type.name} ${place}`
    if (!fragment || walked.has(visit)) return null
    walked.add(visit)
    return within(fragment, type, place)
  }

  /** A fragment that says which type an object of an interface has is a place where that type needs its own scope. */
  function within(
    { selectionSet, typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
    type: Composite,
    place: Place,
  ): string | null {
    const named = typeCondition && schema.getType(typeCondition.name.value)
    if (!isInterfaceType(type) || !isObjectType(named)) return walk(selectionSet, type, place)
    return walk(selectionSet, named, placeOf(named, 'inside'))
  }

  function atField(
    name: string,
    set: SelectionSetNode | undefined,
    type: Composite,
    place: Place,
  ): string | null {
    if (place === 'parts' && !partsOfOthers[type.name]?.includes(name)) return `${type.name}.${name}`
    const target = getNamedType(type.getFields()[name]?.type)
    if (!set || !(isObjectType(target) || isInterfaceType(target))) return null
    return walk(set, target, placeOf(target, place))
  }

  function placeOf({ name }: Composite, from: Place): Place {
    const action = actionsOfTypes[name]
    if (!action) return from
    return from === 'answer' || isInScope(actor, action) ? 'inside' : 'parts'
  }

  return walk(operation.selectionSet, root, 'answer')
}
