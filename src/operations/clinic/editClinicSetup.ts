import { editClinicSetupInput } from '#domain/clinic/inputs.ts'
import type { ClinicSetup } from '#domain/clinic/setup.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { afterChange, inTransaction, unwrapped } from '../operation.ts'
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
    return afterChange(async () => {
      await ctx.settings.refresh()
      return readClinicSetup(ctx, {})
    })
  },
)

async function store(ctx: OperationContext, changes: Changes): Promise<void> {
  const { setupDismissedAt, consentFormReviewedAt } = await lockClinicSettings(ctx)
  const before = {
    isDismissed: setupDismissedAt !== null,
    isConsentFormReviewed: consentFormReviewedAt !== null,
  }
  const { isDismissed, isConsentFormReviewed } = changes
  const changed = changesOf(before, changes)
  const at = ctx.now()
  const timeOf = (isSet: boolean | undefined) => (isSet ? at : null)
  if (Object.keys(changed).length > 0)
    await ctx.db.clinicSettings.update({
      where: { id: 1 },
      data: {
        ...('isDismissed' in changed && { setupDismissedAt: timeOf(isDismissed) }),
        ...('isConsentFormReviewed' in changed && {
          consentFormReviewedAt: timeOf(isConsentFormReviewed),
        }),
        updatedAt: at,
      },
    })
  await auditEdit(ctx, changed, {
    resourceType: 'clinic_setup',
    details: {
      ...(isDismissed !== undefined && { isDismissed }),
      ...(isConsentFormReviewed !== undefined && { isConsentFormReviewed }),
    },
  })
}
