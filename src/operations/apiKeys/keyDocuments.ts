import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { apiKeyDocumentsInput } from '#domain/apiKeys/inputs.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { identifier, isUuid } from '#domain/text.ts'
import type { ApiKey, ApiKeyDocument } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { inTransaction, invalid, operation, parse } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { actorForUpdate } from '../users/forUpdate.ts'

/** The hash by which programs name a GraphQL document: the SHA-256 of its text in UTF-8, as hexadecimal digits. */
export const hashOfDocument = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads a text as a GraphQL document. Returns the name of its first named operation, or says what is wrong with the text. */
type ReadDocument = (text: string) => { name: string | null } | { problem: string }

/**
 * Replaces the list of GraphQL documents that a key may run. With a list, the key can run no other document and no REST call;
 * an empty list lifts the limit. Takes effect at the key's next request, and ends its open streams.
 */
export function setApiKeyDocuments(
  ctx: OperationContext,
  raw: unknown,
  readDocument: ReadDocument,
): Promise<ApiKey> {
  const { apiKeyId, documents } = parse(apiKeyDocumentsInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'apiKey.manage')
    await requireStepUp(inside, { resourceType: 'api_key', resourceId: apiKeyId })
    await actorForUpdate(inside)
    const apiKey = await keyForUpdate(inside, apiKeyId)
    if (apiKey.revokedAt) throw new Failure('conflict', 'This API key is revoked')
    const wanted = new Map(
      documents.map((text, index) => [hashOfDocument(text), { text, ...nameOf(text, index) }]),
    )
    const before = await inside.db.apiKeyDocument.findMany({ where: { apiKeyId }, select: { hash: true } })
    const removed = before.map(({ hash }) => hash).filter((hash) => !wanted.has(hash))
    const known = new Set(before.map(({ hash }) => hash))
    const added = [...wanted].filter(([hash]) => !known.has(hash))
    await inside.db.apiKeyDocument.deleteMany({ where: { apiKeyId, hash: { in: removed } } })
    await inside.db.apiKeyDocument.createMany({
      data: added.map(([hash, document]) => ({ apiKeyId, hash, ...document, createdAt: inside.now() })),
    })
    await audit(inside, {
      action: 'updated',
      resourceType: 'api_key',
      resourceId: apiKeyId,
      details: {
        fields: ['documents'],
        userId: apiKey.userId,
        count: wanted.size,
        added: added.map(([hash]) => hash),
        removed,
      },
    })
    return apiKey
  })

  function nameOf(text: string, index: number) {
    const read = readDocument(text)
    if ('problem' in read) throw invalid({ documents: `Document ${index + 1}: ${read.problem}` })
    return read
  }
}

async function keyForUpdate({ db }: OperationContext, id: string): Promise<ApiKey> {
  if (isUuid(id)) await db.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id}::uuid FOR UPDATE`
  const apiKey = isUuid(id) ? await db.apiKey.findUnique({ where: { id } }) : null
  if (!apiKey) throw notFound('API key', id)
  return apiKey
}

/** The GraphQL documents that a key may run, by name. An empty list means that only its scopes limit it. */
export const listApiKeyDocuments = operation(
  z.strictObject({ apiKeyId: identifier }),
  async (ctx, { apiKeyId }): Promise<ApiKeyDocument[]> => {
    authorize(ctx, 'apiKey.manage')
    const apiKey = isUuid(apiKeyId)
      ? await ctx.db.apiKey.findUnique({ where: { id: apiKeyId }, include: { documents: true } })
      : null
    if (!apiKey) throw notFound('API key', apiKeyId)
    const ordered = apiKey.documents.toSorted(
      (a, b) => (a.name ?? '').localeCompare(b.name ?? '') || a.hash.localeCompare(b.hash),
    )
    await audit(ctx, {
      action: 'viewed',
      resourceType: 'api_key',
      resourceId: apiKeyId,
      details: { fields: ['documents'], count: ordered.length },
    })
    return ordered
  },
)

/** The text of a document that the caller's key may run, by its hash; `null` if there is none. */
export async function textOfDocument({ db, actor }: RequestContext, hash: string): Promise<string | null> {
  if (!actor?.key) return null
  const found = await db.apiKeyDocument.findUnique({
    where: { apiKeyId_hash: { apiKeyId: actor.key.id, hash } },
  })
  return found?.text ?? null
}
