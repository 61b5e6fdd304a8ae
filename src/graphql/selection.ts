import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { GraphQLContext } from './context.ts'

/** The relations that the selected fields need, so that an operation loads them in its one statement. */
type Selection = { include?: Record<string, object> }

export const selected = (context: GraphQLContext, info: GraphQLResolveInfo): Selection =>
  queryFromInfo({ context, info }) as Selection

/** The same for the nodes of a connection. */
export const selectedNodes = (context: GraphQLContext, info: GraphQLResolveInfo): Selection =>
  queryFromInfo({ context, info, paths: [['edges', 'node']] }) as Selection
