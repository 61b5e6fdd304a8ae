import type { RequestContext } from '../context.ts'

/** The names of users by ID, including deleted users. */
export async function userNames(
  { db }: Pick<RequestContext, 'db'>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const users = await db.user.findMany({
    where: { id: { in: known } },
    select: { id: true, firstName: true, lastName: true },
  })
  const names = new Map(users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]))
  return (id) => names.get(id ?? '') ?? null
}
