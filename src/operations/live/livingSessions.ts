import type { Role } from '#domain/access/actor.ts'
import type { Visit } from '../context.ts'

/** A session that may still follow, and until when unless somebody uses it. */
export type LivingSession = { sid: string; expire: Date; role: Role }

/** Which of these sessions have not ended, in one statement; looking keeps none of them alive. */
export async function livingSessions(
  { db, now }: Pick<Visit, 'db' | 'now'>,
  sids: string[],
): Promise<Map<string, LivingSession>> {
  const rows = await db.$queryRaw<LivingSession[]>`
    SELECT s.sid, s.expire, u.role::text FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.sid = ANY(${sids}) AND s.expire > ${now()}
      AND u.is_active AND u.deleted_at IS NULL AND NOT u.must_change_password`
  return new Map(rows.map((row) => [row.sid, row]))
}
