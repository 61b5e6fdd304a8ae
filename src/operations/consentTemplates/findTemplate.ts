import { elementsInWords } from '#domain/consent/elements.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { ConsentTemplate, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { missingElementsOf } from './readTemplate.ts'

const byWhom = { createdBy: true } as const

/** A version of a template and its author. The built-in version has no author. */
export type TemplateVersion = Prisma.ConsentTemplateVersionGetPayload<{ include: typeof byWhom }>

/**
 * A template with its newest version and the version that is sent: the newest complete one. An incomplete
 * version is a draft. A signature on it would not be a valid authorization (45 CFR 164.508(b)(2)), yet it
 * would open the records.
 */
export type Template = ConsentTemplate & { latest: TemplateVersion; sent: TemplateVersion | null }

const BATCH = 10

/** Returns versions of a template, newest first. */
export const versionsOf = (
  { db }: OperationContext,
  templateId: string,
  { below, take }: { below?: number; take: number },
): Promise<TemplateVersion[]> =>
  db.consentTemplateVersion.findMany({
    where: { templateId, ...(below !== undefined && { number: { lt: below } }) },
    orderBy: { number: 'desc' },
    take,
    include: byWhom,
  })

/** Returns a template or throws `not_found`. */
export async function findTemplate(ctx: OperationContext, templateId: string): Promise<Template> {
  const found = isUuid(templateId)
    ? await ctx.db.consentTemplate.findUnique({ where: { id: templateId }, include: withLatest })
    : null
  const template = found && (await asTemplate(ctx, found))
  if (!template) throw notFound('Consent template', templateId)
  return template
}

/**
 * Returns the version that a request with this template, or with the default one, sends now; `null` if there is none yet.
 * Unlike a sending it does not add the built-in template to a clinic without any. Throws `not_found` for an unknown ID.
 */
export async function findVersionToSend(
  ctx: OperationContext,
  templateId: string | null | undefined,
): Promise<TemplateVersion | null> {
  if (templateId) return (await findTemplate(ctx, templateId)).sent
  const found = await ctx.db.consentTemplate.findFirst({ where: { isDefault: true }, include: withLatest })
  const template = found && (await asTemplate(ctx, found))
  return template?.sent ?? null
}

/** Loads the newest version with the template. */
export const withLatest = {
  versions: { orderBy: { number: 'desc' }, take: 1, include: byWhom },
} satisfies Prisma.ConsentTemplateInclude

type Read = Prisma.ConsentTemplateGetPayload<{ include: typeof withLatest }>

/** Adds the version that is sent to a loaded template; `null` if it has no version. */
export async function asTemplate(
  ctx: OperationContext,
  { versions: [latest], ...template }: Read,
): Promise<Template | null> {
  return latest ? { ...template, latest, sent: await newestWhole(ctx, latest) } : null
}

async function newestWhole(ctx: OperationContext, latest: TemplateVersion): Promise<TemplateVersion | null> {
  if (missingElementsOf(latest).length === 0) return latest
  for (let below = latest.number; below > 1; below -= BATCH) {
    const older = await versionsOf(ctx, latest.templateId, { below, take: BATCH })
    const whole = older.find((version) => missingElementsOf(version).length === 0)
    if (whole) return whole
  }
  return null
}

/**
 * Locks all templates until the transaction ends. There are few of them, and the default and unique names
 * concern them all.
 */
export const holdTemplates = ({ db }: OperationContext): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM consent_templates ORDER BY id FOR UPDATE`

/** Returns a template after locking all templates for a change. */
export async function templateForUpdate(ctx: OperationContext, templateId: string): Promise<Template> {
  await holdTemplates(ctx)
  return findTemplate(ctx, templateId)
}

export const isArchived = () => new Failure('conflict', 'This template is archived. Restore it first.')

/**
 * Returns the version to send. Throws `conflict` for an archived template or a draft, naming the missing
 * elements.
 */
export function requireSendable({ name, archivedAt, latest, sent }: Template): TemplateVersion {
  if (archivedAt) throw isArchived()
  if (sent) return sent
  throw new Failure(
    'conflict',
    `“${name}” cannot be sent because no version is complete. The newest version is missing ${elementsInWords(missingElementsOf(latest))}.`,
  )
}
