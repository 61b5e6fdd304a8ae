import { rootFields } from '#graphql/rootScopes.ts'
import { schema } from '#graphql/schema.ts'
import type { Route } from '#rest/route.ts'
import { routes } from '#rest/router.ts'
import { type Operation, operations, rootFieldsOf } from './documents.ts'
import { type Transport, throughGraphQL, throughRest } from './request.ts'

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** The root field in a REST call's GraphQL document. */
export function fieldBehind(route: Route): { operation: Operation; field: string } {
  const [field, ...more] = rootFields(schema, route.document)
  const operation = operations.find((one) => field && rootFieldsOf(one)[field.name] === field)
  if (!field || !operation || more.length > 0) throw new Error(`${nameOf(route)} must have one root field`)
  return { operation, field: field.name }
}

/** Every transport for a root field: GraphQL, and each REST call whose document has that field. */
export function ways(operation: Operation, field: string): { name: string; way: Transport; route?: Route }[] {
  const calls = routes.filter((route) => {
    const behind = fieldBehind(route)
    return behind.operation === operation && behind.field === field
  })
  return [
    { name: field, way: throughGraphQL(operation, field) },
    ...calls.map((route) => ({ name: nameOf(route), way: throughRest(route, operation, field), route })),
  ]
}
