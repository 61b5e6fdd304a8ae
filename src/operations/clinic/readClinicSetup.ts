import * as z from 'zod/mini'
import { isUnnamed, NEW_CLINIC } from '#domain/clinic/settings.ts'
import { type ClinicSetup, type SetupStepName, setupSteps } from '#domain/clinic/setup.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'

/** Returns how far the clinic is set up. It contains no personal data, so reading it is not audited. */
export const readClinicSetup = unwrapped(z.strictObject({}), async (ctx): Promise<ClinicSetup> => {
  authorize(ctx, 'settings.edit')
  const isDismissed = decisionsOf(ctx).setupDismissedAt !== null
  const steps = await readSteps(ctx)
  return {
    steps,
    isShown: ctx.mode === 'production' && !isDismissed && steps.some(({ isDone }) => !isDone),
    isDismissed,
    isOpenByUpgrade: isOpenByUpgrade(ctx),
    isSample: ctx.settings.set()?.holdsSampleData ?? false,
  }
})

function decisionsOf({ settings }: RequestContext) {
  const set = settings.set()
  return {
    consentFormReviewedAt: set?.consentFormReviewedAt ?? null,
    recordsChosenAt: set?.recordsChosenAt ?? null,
    setupDismissedAt: set?.setupDismissedAt ?? null,
  }
}

/** Only an upgrade stores the rule without a choice. */
const isOpenByUpgrade = (ctx: RequestContext): boolean =>
  ctx.mode === 'production' &&
  ctx.settings.set()?.recordsBeforeConsent === 'open' &&
  decisionsOf(ctx).recordsChosenAt === null

async function readSteps(ctx: RequestContext): Promise<ClinicSetup['steps']> {
  const { consentFormReviewedAt, recordsChosenAt } = decisionsOf(ctx)
  const missing = missingDetails(ctx)
  const facts = await readFacts(ctx)
  const isDone: Record<SetupStepName, boolean> = {
    clinic_details: missing.length === 0,
    mail: ctx.mailer !== null,
    consent_form: consentFormReviewedAt !== null || facts.hasOwnForm,
    records_before_consent: recordsChosenAt !== null,
    team: facts.hasTeam,
    patients: facts.hasPatients,
    backup: facts.hasBackup,
  }
  return setupSteps.map((name) => ({
    name,
    isDone: isDone[name],
    missing: name === 'clinic_details' ? missing : [],
  }))
}

/** The details that have the values of a new clinic. A time zone that equals the default counts once it is chosen. */
function missingDetails({ settings }: RequestContext): ClinicSetup['steps'][number]['missing'] {
  const { name, timeZone, phone, address } = settings.current()
  const set = settings.set()
  return [
    ...(isUnnamed(name) ? (['name'] as const) : []),
    ...(timeZone === NEW_CLINIC.timeZone && !set?.timeZone ? (['timeZone'] as const) : []),
    ...(phone === null ? (['phone'] as const) : []),
    ...(address === null ? (['address'] as const) : []),
  ]
}

type Facts = { hasOwnForm: boolean; hasTeam: boolean; hasPatients: boolean; hasBackup: boolean }

async function readFacts({ db }: RequestContext): Promise<Facts> {
  const [facts] = await db.$queryRaw<[Facts]>`
    SELECT EXISTS (
        SELECT FROM consent_template_versions AS version JOIN consent_templates AS template ON template.id = version.template_id
        WHERE template.is_default AND version.created_by IS NOT NULL
      ) AS "hasOwnForm",
      (SELECT count(*) FROM (
        SELECT FROM users WHERE kind = 'person' AND is_active AND deleted_at IS NULL LIMIT 2
      ) AS people) = 2 AS "hasTeam",
      EXISTS (SELECT FROM patients) AS "hasPatients",
      -- The order makes PostgreSQL use the index on resource types, which has few rows of backups.
      (SELECT id FROM audit_logs WHERE resource_type = 'backup' AND action = 'exported'
        ORDER BY created_at DESC, id DESC LIMIT 1) IS NOT NULL AS "hasBackup"`
  return facts
}
