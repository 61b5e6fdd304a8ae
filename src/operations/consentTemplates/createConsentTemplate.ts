import { createConsentTemplateInput, TEMPLATE } from '#domain/consent/templateInputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { escapeLike } from '../escapeLike.ts'
import { invalid, operation } from '../operation.ts'
import { findTemplate, holdTemplates, type Template } from './findTemplate.ts'
import { contentOf, missingElementsOf, requirePrintable } from './readTemplate.ts'
import { versionHash } from './versionHash.ts'

/**
 * Creates a template with its first version. A version that lacks a required element is a draft and cannot be
 * sent.
 */
export const createConsentTemplate = operation(
  createConsentTemplateInput,
  async (ctx, { name, ...written }): Promise<Template> => {
    authorize(ctx, 'template.manage')
    const content = contentOf(written)
    requirePrintable(content)
    await holdTemplates(ctx)
    await requireFreeName(ctx, name)
    const count = await ctx.db.consentTemplate.count({ where: { archivedAt: null } })
    if (count >= TEMPLATE.count) throw invalid({ name: `You can have at most ${TEMPLATE.count} templates` })
    const by = { createdById: ctx.actor.id, createdAt: ctx.now() }
    const { id } = await ctx.db.consentTemplate.create({
      data: {
        name,
        ...by,
        versions: { create: { ...content, ...by, number: 1, ...versionHash(content) } },
      },
    })
    await audit(ctx, {
      action: 'created',
      resourceType: 'consent_template',
      resourceId: id,
      details: { version: 1, sha256: versionHash(content).sha256, lacks: missingElementsOf(content) },
    })
    return findTemplate(ctx, id)
  },
)

/** Names are unique, because users tell templates apart by name. */
export async function requireFreeName({ db }: OperationContext, name: string, own?: string): Promise<void> {
  const taken = await db.consentTemplate.findFirst({
    where: {
      name: { equals: escapeLike(name), mode: 'insensitive' },
      archivedAt: null,
      ...(own && { NOT: { id: own } }),
    },
    select: { id: true },
  })
  if (taken) throw invalid({ name: 'Another template has this name' })
}
