import { editClinicSettingsInput } from '#domain/clinic/inputs.ts'
import { type ClinicSettings, rulesFrom } from '#domain/clinic/settings.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changedFields, refuseEmptyEdit } from '../edited.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { type ReadClinicSettings, shownSettings } from './readClinicSettings.ts'

/**
 * Changes settings in every process at once, without a restart. A shorter time-out also applies to open
 * sessions.
 */
export const editClinicSettings = unwrapped(
  editClinicSettingsInput,
  async (ctx: OperationContext, changes): Promise<ReadClinicSettings> => {
    authorize(ctx, 'settings.edit')
    refuseEmptyEdit(changes)
    await inTransaction(ctx, (inside) => store(inside, changes as Partial<ClinicSettings>))
    // Other processes get a notice. This one refreshes now, so that the next request sees the change.
    await ctx.settings.refresh()
    return shownSettings(ctx)
  },
)

async function store(ctx: OperationContext, changes: Partial<ClinicSettings>): Promise<void> {
  // Locks the row, so that of two concurrent edits the second waits. Neither loses fields or audits a wrong
  // old value.
  await ctx.db.$executeRaw`INSERT INTO clinic_settings (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 1`
  const before = await ctx.db.clinicSettings.findUniqueOrThrow({ where: { id: 1 } })
  const fields = changedFields(before, changes)
  if (fields.length > 0) {
    const data = { ...changes, updatedAt: ctx.now() }
    const after = await ctx.db.clinicSettings.update({ where: { id: 1 }, data })
    const { sessionLimits } = rulesFrom(after, ctx.settings.standard)
    if (fields.some((name) => name.startsWith('session'))) await tightenSessions(ctx, sessionLimits)
  }
  await auditEdit(ctx, fields, { resourceType: 'clinic_settings' })
}

/** Shortens open sessions to the new limits. A longer limit applies when a session is next used. */
async function tightenSessions(
  { db }: OperationContext,
  { idleMinutes, absoluteHours }: { idleMinutes: number; absoluteHours: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE sessions SET expire = LEAST(expire,
      (sess->>'seenAt')::timestamptz + make_interval(mins => ${idleMinutes}::int),
      (sess->>'createdAt')::timestamptz + make_interval(hours => ${absoluteHours}::int))`
}
