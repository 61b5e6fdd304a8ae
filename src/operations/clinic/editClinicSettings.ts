import { type Role, roles } from '#domain/access/actor.ts'
import { editClinicSettingsInput } from '#domain/clinic/inputs.ts'
import {
  type ClinicSettings,
  rulesFrom,
  type SessionLimits,
  sessionLimitsOf,
} from '#domain/clinic/settings.ts'
import { requiresMore } from '#domain/factors/secondFactor.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { afterChange, inTransaction, unwrapped } from '../operation.ts'
import { withPhone } from '../patients/phoneNumber.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { keepClockTimes } from './keepClockTimes.ts'
import { lockClinicSettings } from './lockClinicSettings.ts'
import { type ReadClinicSettings, shownSettings } from './readClinicSettings.ts'

/**
 * Changes settings in every process at once, without a restart. A shorter time-out also applies to open
 * sessions.
 */
export const editClinicSettings = unwrapped(
  editClinicSettingsInput,
  async (ctx: OperationContext, changes): Promise<ReadClinicSettings> => {
    authorize(ctx, 'settings.edit')
    await requireStepUp(ctx, { resourceType: 'clinic_settings' })
    refuseEmptyEdit(changes)
    await inTransaction(ctx, (inside) => store(inside, withPhone(changes as Partial<ClinicSettings>)))
    // Other processes get a notice. This one refreshes now, so that the next request sees the change.
    await afterChange(ctx.settings.refresh)
    return shownSettings(ctx)
  },
)

async function store(ctx: OperationContext, changes: Partial<ClinicSettings>): Promise<void> {
  const before = await lockClinicSettings(ctx)
  const { recordsBeforeConsent, secondFactorRoles } = changes
  // Keeping the rule that an upgrade set is a choice too.
  const isFirstChoice = Boolean(recordsBeforeConsent) && before.recordsChosenAt === null
  const changed = {
    ...(isFirstChoice && {
      recordsBeforeConsent: { from: before.recordsBeforeConsent, to: recordsBeforeConsent },
    }),
    ...changesOf(before, changes),
  }
  const fields = Object.keys(changed)
  if (fields.length > 0) {
    const data = {
      ...changes,
      ...(fields.includes('recordsBeforeConsent') && {
        recordsChosenAt: recordsBeforeConsent ? ctx.now() : null,
      }),
      ...(isTighter(ctx, before, changes) && { secondFactorSince: ctx.now() }),
      updatedAt: ctx.now(),
    }
    const after = await ctx.db.clinicSettings.update({ where: { id: 1 }, data })
    const rules = rulesFrom(after, ctx.settings.standard)
    const { timeZone: from } = rulesFrom(before, ctx.settings.standard)
    if (rules.timeZone !== from) await keepClockTimes(ctx, { from, to: rules.timeZone })
    if (fields.some((name) => name.startsWith('session')))
      for (const role of roles) await tightenSessions(ctx, role, sessionLimitsOf(rules, role))
  }
  await auditEdit(ctx, changed, {
    resourceType: 'clinic_settings',
    details: {
      ...(recordsBeforeConsent !== undefined && { recordsBeforeConsent }),
      ...(secondFactorRoles !== undefined && { secondFactorRoles }),
    },
  })
}

/** Whether more users need a second factor than before. Their grace period begins now. */
function isTighter(
  { settings }: OperationContext,
  before: Partial<ClinicSettings>,
  changes: Partial<ClinicSettings>,
): boolean {
  const rolesOf = (set: Partial<ClinicSettings>) => rulesFrom(set, settings.standard).secondFactors.roles
  return requiresMore(rolesOf(before), rolesOf({ ...before, ...changes }))
}

/** Shortens a role's open sessions to the new limits. A longer limit applies when a session is next used. */
async function tightenSessions(
  { db }: OperationContext,
  role: Role,
  { idleMinutes, absoluteHours }: SessionLimits,
): Promise<void> {
  await db.$executeRaw`
    UPDATE sessions SET expire = LEAST(expire,
      (sess->>'seenAt')::timestamptz + make_interval(mins => ${idleMinutes}::int),
      (sess->>'createdAt')::timestamptz + make_interval(hours => ${absoluteHours}::int))
    WHERE user_id IN (SELECT id FROM users WHERE role = ${role}::role)`
}
