import { isUuid } from '#domain/text.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'

/** The ID of an active attorney or staff member, who can be assigned patients. Throws `invalid` for other users. */
export async function assignable({ db }: OperationContext, userId: string): Promise<string> {
  const user = isUuid(userId)
    ? await db.user.findFirst({
        where: {
          id: userId,
          kind: 'person',
          isActive: true,
          deletedAt: null,
          role: { in: ['attorney', 'staff'] },
        },
      })
    : null
  if (!user) throw invalid({ assignedAttorney: 'Choose an active attorney or staff member' })
  return user.id
}
