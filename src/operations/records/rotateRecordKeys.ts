import type { AuditResource } from '#domain/audit/descriptions.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { secretPurpose } from '../factors/spendFactor.ts'
import { inTransaction } from '../operation.ts'
import { webhookPurpose } from '../webhooks/webhookSecrets.ts'

/** The progress of a rotation. */
export type Rotation = {
  /** Keys re-encrypted with the newest master key in this run. */
  rotated: number
  /** Records whose key cannot be decrypted: it was changed, or its master key is missing. */
  failed: string[]
  /** The number of keys to rotate at the start. */
  total: number
}

/** The state after the run: the newest key, the keys that records still need, and the keys no longer needed. */
export type Rotated = Rotation & { newest: string; needed: string[]; spare: string[] }

type Options = { batch?: number; onProgress?: (rotation: Rotation) => Promise<void> | void }

const BATCH = 200

/**
 * Re-encrypts the key of every file, and the secrets of authenticator apps and webhooks, with the newest master key, some at a
 * time, while the product runs; the files do not change. An interrupted run keeps its progress, and the next run continues.
 */
export async function rotateRecordKeys(
  ctx: RequestContext,
  { batch = BATCH, onProgress = () => {} }: Options = {},
): Promise<Rotated> {
  const [newest = ''] = ctx.recordStore.masterKeys()
  const old = { keyId: { not: newest }, wrappedKey: { not: null } }
  const rotation: Rotation = {
    rotated: 0,
    failed: [],
    total: await ctx.db.patientRecord.count({ where: old }),
  }
  let after: string | undefined
  for (;;) {
    const rows = await ctx.db.patientRecord.findMany({
      where: { ...old, ...(after && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: batch,
      select: { id: true, filePath: true, wrappedKey: true, keyId: true },
    })
    if (rows.length === 0) break
    const { rotated, failed } = await rotateSome(ctx, rows as Row[])
    rotation.rotated += rotated
    rotation.failed.push(...failed)
    after = rows.at(-1)?.id
    await onProgress(rotation)
  }
  await rotateSecrets(ctx, newest)
  const needed = await keysInUse(ctx)
  const spare = ctx.recordStore.masterKeys().filter((id) => id !== newest && !needed.includes(id))
  return { ...rotation, newest, needed, spare }
}

type Row = { id: string; filePath: string; wrappedKey: Uint8Array; keyId: string }

async function rotateSome(ctx: RequestContext, rows: Row[]): Promise<{ rotated: number; failed: string[] }> {
  const failed: string[] = []
  const closed = rows.flatMap(({ id, filePath: storageKey, wrappedKey, keyId }) => {
    try {
      const anew = ctx.recordStore.rewrap({ storageKey, wrappedKey, keyId })
      return [{ id, was: keyId, hex: Buffer.from(anew.wrappedKey).toString('hex'), keyId: anew.keyId }]
    } catch {
      failed.push(id)
      return []
    }
  })
  const [first] = closed
  if (!first) return { rotated: 0, failed }
  const column = <Name extends 'id' | 'was' | 'hex'>(name: Name) => closed.map((one) => one[name])
  const rotated = await inTransaction(ctx, async (inside) => {
    // Skips keys that another run has re-encrypted in the meantime.
    const count = await inside.db.$executeRaw`
      UPDATE patient_records SET wrapped_key = decode(anew.hex, 'hex'), key_id = ${first.keyId}
      FROM unnest(${column('id')}::uuid[], ${column('was')}::text[], ${column('hex')}::text[]) AS anew (id, was, hex)
      WHERE patient_records.id = anew.id AND patient_records.key_id = anew.was`
    const from = [...new Set(column('was'))]
    if (count > 0)
      await audit(inside, {
        action: 'updated',
        resourceType: 'records_key',
        resourceId: first.keyId,
        details: { files: count, from },
      })
    return count
  })
  return { rotated, failed }
}

/** A secret in a row of the database that is encrypted with a master key, and how to store it again. */
type Secret = {
  resourceType: AuditResource
  id: string
  keyId: string
  wrappedKey: Uint8Array
  storageKey: string
  field: string
  store: (
    ctx: RequestContext,
    anew: { wrappedKey: Uint8Array<ArrayBuffer>; keyId: string },
  ) => Promise<{ count: number }>
}

/**
 * Re-encrypts the secrets of authenticator apps, of which each user has one, and of webhooks. One that cannot be decrypted stays, and
 * its master key counts as needed.
 */
async function rotateSecrets(ctx: RequestContext, newest: string): Promise<void> {
  const where = { keyId: { not: newest } }
  const apps = (await ctx.db.authenticatorApp.findMany({ where })).map(
    ({ id, userId, keyId, wrappedKey }): Secret => ({
      ...{ resourceType: 'authenticator_app', id, keyId, wrappedKey, field: 'wrappedKey' },
      storageKey: secretPurpose(userId),
      store: ({ db }, data) => db.authenticatorApp.updateMany({ where: { id, keyId }, data }),
    }),
  )
  const webhooks = (await ctx.db.webhook.findMany({ where })).map(
    ({ id, keyId, wrappedSecrets }): Secret => ({
      ...{ resourceType: 'webhook', id, keyId, wrappedKey: wrappedSecrets, field: 'wrappedSecrets' },
      storageKey: webhookPurpose(id),
      store: ({ db }, anew) =>
        db.webhook.updateMany({
          where: { id, wrappedSecrets },
          data: { wrappedSecrets: anew.wrappedKey, keyId: anew.keyId },
        }),
    }),
  )
  for (const secret of [...apps, ...webhooks]) await rotateSecret(ctx, secret)
}

async function rotateSecret(ctx: RequestContext, { store, field, resourceType, id, ...old }: Secret) {
  const anew = tryTo(() => ctx.recordStore.rewrap(old))
  if (!anew) return
  await inTransaction(ctx, async (inside) => {
    const { count } = await store(inside, {
      wrappedKey: new Uint8Array(anew.wrappedKey),
      keyId: anew.keyId,
    })
    if (count > 0)
      await audit(inside, {
        action: 'updated',
        resourceType,
        resourceId: id,
        details: { fields: [field], from: old.keyId },
      })
  })
}

function tryTo<Result>(make: () => Result): Result | null {
  try {
    return make()
  } catch {
    return null
  }
}

/** Import files, exports and the answers of requests keep their keys, because they are stored for a day at most. */
async function keysInUse({ db }: RequestContext): Promise<string[]> {
  const records = await db.patientRecord.groupBy({ by: ['keyId'], where: { keyId: { not: null } } })
  const tables = await db.patientImport.groupBy({ by: ['keyId'], where: { keyId: { not: null } } })
  const exports = await db.dataExport.groupBy({ by: ['keyId'], where: { keyId: { not: null } } })
  const apps = await db.authenticatorApp.groupBy({ by: ['keyId'] })
  const webhooks = await db.webhook.groupBy({ by: ['keyId'] })
  const answers = await db.idempotencyKey.groupBy({ by: ['answerKeyId'] })
  const inRows = [...records, ...tables, ...exports, ...apps, ...webhooks].map(({ keyId }) => keyId)
  return [...new Set([...inRows, ...answers.map(({ answerKeyId }) => answerKeyId)].flatMap((id) => id ?? []))]
}
