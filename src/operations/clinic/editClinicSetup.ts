import { editClinicSetupInput } from '#domain/clinic/inputs.ts'
import type { ClinicSetup } from '#domain/clinic/setup.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changedFields, refuseEmptyEdit } from '../edited.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { lockClinicSettings } from './lockClinicSettings.ts'
import { readClinicSetup } from './readClinicSetup.ts'

type Changes = { isDismissed?: boolean | undefined; isConsentFormReviewed?: boolean | undefined }

/** Dismisses the setup checklist or brings it back, and marks the consent form as reviewed. */
export const editClinicSetup = unwrapped(
  editClinicSetupInput,
  async (ctx: OperationContext, changes): Promise<ClinicSetup> => {
    authorize(ctx, 'settings.edit')
    refuseEmptyEdit(changes)
    await inTransaction(ctx, (inside) => store(inside, changes))
    await ctx.settings.refresh()
    return readClinicSetup(ctx, {})
  },
)

async function store(ctx: OperationContext, changes: Changes): Promise<void> {
  const { setupDismissedAt, consentFormReviewedAt } = await lockClinicSettings(ctx)
  const before = {
    isDismissed: setupDismissedAt !== null,
    isConsentFormReviewed: consentFormReviewedAt !== null,
  }
  const { isDismissed, isConsentFormReviewed } = changes
  const fields = changedFields(before, changes)
  const at = ctx.now()
  const timeOf = (isSet: boolean | undefined) => (isSet ? at : null)
  if (fields.length > 0)
    await ctx.db.clinicSettings.update({
      where: { id: 1 },
      data: {
        ...(fields.includes('isDismissed') && { setupDismissedAt: timeOf(isDismissed) }),
        ...(fields.includes('isConsentFormReviewed') && {
          consentFormReviewedAt: timeOf(isConsentFormReviewed),
        }),
        updatedAt: at,
      },
    })
  await auditEdit(ctx, fields, {
    resourceType: 'clinic_setup',
    details: {
      ...(isDismissed !== undefined && { isDismissed }),
      ...(isConsentFormReviewed !== undefined && { isConsentFormReviewed }),
    },
  })
}
