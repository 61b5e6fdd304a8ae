import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { clinicLogoInput, setClinicLogoInput } from '#domain/clinic/inputs.ts'
import { logoIn } from '#domain/clinic/logo.ts'
import type { LogoColumns } from '#domain/clinic/settings.ts'
import { notFound } from '#domain/errors.ts'
import { withoutMetadata } from '#domain/users/withoutMetadata.ts'
import type { ClinicLogo } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { auditEdit, changesOf } from '../edited.ts'
import { afterChange, inTransaction, invalid, unwrapped } from '../operation.ts'
import { lockClinicSettings } from './lockClinicSettings.ts'
import { type ReadClinicSettings, shownSettings } from './readClinicSettings.ts'

/** Sets the logo that pages for patients show, without its metadata. Throws `invalid` for what is no PNG or JPEG picture within the limits. */
export const setClinicLogo = unwrapped(
  setClinicLogoInput,
  (ctx: OperationContext, { contentBase64 }): Promise<ReadClinicSettings> => {
    authorize(ctx, 'settings.edit')
    const given = Uint8Array.from(Buffer.from(contentBase64, 'base64'))
    const logo = logoIn(given)
    if (typeof logo === 'string') throw invalid({ contentBase64: logo })
    const content = withoutMetadata(given, logo)
    const { mimeType, width, height } = logo
    const sha256 = createHash('sha256').update(content).digest('hex')
    return changeLogo(ctx, { logoSha256: sha256, logoWidth: width, logoHeight: height }, (db) =>
      db.clinicLogo.createMany({
        data: [{ sha256, content, mimeType, createdAt: ctx.now() }],
        skipDuplicates: true,
      }),
    )
  },
)

/** Removes the logo; pages then show only the name. Does nothing without a logo. */
export const removeClinicLogo = unwrapped(
  z.strictObject({}),
  (ctx: OperationContext): Promise<ReadClinicSettings> => {
    authorize(ctx, 'settings.edit')
    return changeLogo(ctx, { logoSha256: null, logoWidth: null, logoHeight: null })
  },
)

async function changeLogo(
  ctx: OperationContext,
  columns: LogoColumns,
  store: (db: OperationContext['db']) => Promise<unknown> = async () => undefined,
): Promise<ReadClinicSettings> {
  await inTransaction(ctx, async (inside) => {
    const before = await lockClinicSettings(inside)
    const isChanged = Object.keys(changesOf(before, columns)).length > 0
    if (isChanged) {
      await store(inside.db)
      await inside.db.clinicSettings.update({
        where: { id: 1 },
        data: { ...columns, updatedAt: inside.now() },
      })
      await inside.db.clinicLogo.deleteMany({ where: { sha256: { not: columns.logoSha256 ?? '' } } })
    }
    await auditEdit(inside, isChanged ? { logo: null } : {}, { resourceType: 'clinic_settings' })
  })
  // Other processes get a notice. This one refreshes now, so that the next request sees the change.
  await afterChange(ctx.settings.refresh)
  return shownSettings(ctx)
}

/**
 * Returns the logo with this hash, for anyone, if it is the current one. It is not patient data, so the view is not recorded.
 * Throws `not_found`.
 */
export const readClinicLogo = unwrapped(
  clinicLogoInput,
  async ({ db }: RequestContext, { sha256 }): Promise<ClinicLogo> => {
    const logo = await db.clinicLogo.findFirst({ where: { sha256, settings: { some: {} } } })
    if (!logo) throw notFound('Logo', sha256)
    return logo
  },
)
