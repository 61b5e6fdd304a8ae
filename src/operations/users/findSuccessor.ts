import { isUuid } from '#domain/text.ts'
import { CHOOSE_SUCCESSOR } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'

/** The active user who takes over the work of another. Throws `invalid` if there is none. */
export async function findSuccessor(
  { db }: OperationContext,
  userId: string,
  successorId: string,
): Promise<User> {
  const found =
    isUuid(successorId) && successorId !== userId
      ? await db.user.findFirst({
          where: { id: successorId, kind: 'person', isActive: true, deletedAt: null },
        })
      : null
  if (!found) throw invalid({ successorId: CHOOSE_SUCCESSOR })
  return found
}
