import { queryFromInfo } from '@pothos/plugin-prisma'
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { GraphQLContext } from './context.ts'

type Selection = { include?: Record<string, object> }

/**
 * The relations that the selected fields need, so that an operation loads them in its one statement. `typeName` says which type the object has if the field returns an
 * interface.
 */
export const selected = (context: GraphQLContext, info: GraphQLResolveInfo, typeName?: string): Selection =>
  queryFromInfo({ context, info, ...(typeName && { typeName }) }) as Selection

/** The same for the nodes of a connection. */
export const selectedNodes = (context: GraphQLContext, info: GraphQLResolveInfo): Selection =>
  queryFromInfo({ context, info, paths: [['edges', 'node']] }) as Selection

const known = new WeakMap<FieldNode, ReadonlySet<string> | null>()

/**
 * The columns that the requested fields of a connection's nodes read: exposed ones, and those that a field declares as
 * `columns`. Fields that select relations read none. `null` means all columns, because a field declares nothing.
 */
export function requestedColumns(info: GraphQLResolveInfo): ReadonlySet<string> | null {
  const [node] = info.fieldNodes
  if (!node || info.fieldNodes.length > 1) return null
  const before = known.get(node)
  if (before !== undefined) return before
  const columns = readColumns(node, info)
  known.set(node, columns)
  return columns
}

/** What a field of a Prisma type says about the columns that it reads. */
type Extensions = { pothosExposedField?: string; pothosPrismaSelect?: object; columns?: readonly string[] }

function readColumns(connection: FieldNode, info: GraphQLResolveInfo): ReadonlySet<string> | null {
  const fieldOf = (type: GraphQLObjectType, name: string) => type.getFields()[name]
  const edgeType = getNamedType(fieldOf(getNamedType(info.returnType) as GraphQLObjectType, 'edges')?.type)
  const nodeType = getNamedType(fieldOf(edgeType as GraphQLObjectType, 'node')?.type) as GraphQLObjectType
  const edges = fieldsIn([connection], info).filter(({ name }) => name.value === 'edges')
  const nodes = fieldsIn(edges, info).filter(({ name }) => name.value === 'node')
  const columns = new Set<string>()
  for (const { name } of fieldsIn(nodes, info)) {
    const field = fieldOf(nodeType, name.value)
    if (!field) continue // __typename
    const {
      pothosExposedField: exposed,
      pothosPrismaSelect,
      columns: declared,
    } = field.extensions as Extensions
    if (exposed) columns.add(exposed)
    else if (declared) for (const column of declared) columns.add(column)
    else if (!pothosPrismaSelect) return null
  }
  return columns
}

/** The fields that a document requests below these, with fragments expanded. A skipped field counts too. */
function fieldsIn(parents: readonly FieldNode[], info: GraphQLResolveInfo): FieldNode[] {
  const expand = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((one) => {
      if (one.kind === Kind.FIELD) return [one]
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? info.fragments[one.name.value] : one
      return fragment ? expand(fragment.selectionSet) : []
    })
  return parents.flatMap(({ selectionSet }) => (selectionSet ? expand(selectionSet) : []))
}
