import { createHash } from 'node:crypto'
import { v7 as newKey } from 'uuid'
import type { KnownDevice } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

const DAY = 86_400_000
/** Days after which a device that was not used counts as a stranger; its cookie lasts as long. */
const KNOWN_DAYS = 365
/** A program that signs in without keeping cookies makes a new device each time, so their number is bounded. */
const DEVICES_MAX = 50
/** For how many accounts one browser is known: those that signed in with it last. */
const ACCOUNTS_MAX = 10
const nobody = '00000000-0000-0000-0000-000000000000'

const hashOf = (deviceId: string) => createHash('sha256').update(deviceId).digest('hex')

/** When a device must have been used last to be known still. */
export const knownSince = (ctx: RequestContext): Date => new Date(ctx.now().getTime() - KNOWN_DAYS * DAY)

/**
 * The ids in the visitor's device cookie: one for each account that signed in with this browser, the last one first.
 * A row belongs to one account and one id, so no sign-in to another account changes it.
 */
const presentedIds = async (ctx: RequestContext): Promise<string[]> =>
  (await ctx.readDeviceId())?.split('.') ?? []

/**
 * Whether this user has signed in with the visitor's browser before: the key of that known device, or `null`. An
 * unknown account (`null`) is looked up like any other, so that the time tells nothing (QUALITY S03).
 */
export async function findKnownDevice(ctx: RequestContext, userId: string | null): Promise<string | null> {
  const presented = await presentedIds(ctx)
  if (presented.length === 0) return null
  const known = await ctx.db.knownDevice.findFirst({
    where: {
      deviceHash: { in: presented.map(hashOf) },
      userId: userId ?? nobody,
      lastUsedAt: { gt: knownSince(ctx) },
    },
    select: { id: true },
  })
  return known?.id ?? null
}

/**
 * Makes the visitor's browser a known device of the user and returns the ids for its cookie. The user's id changes at
 * each of their sign-ins, so that a copied cookie is worth nothing after the next one.
 */
export async function rememberDevice(ctx: RequestContext, userId: string): Promise<string> {
  const presented = await presentedIds(ctx)
  const deviceId = ctx.newSessionId()
  const known = await ctx.db.knownDevice.findFirst({
    where: { userId, deviceHash: { in: presented.map(hashOf) } },
  })
  await keepDevice(ctx, userId, known, hashOf(deviceId))
  const others = presented.filter((id) => hashOf(id) !== known?.deviceHash)
  return [deviceId, ...others].slice(0, ACCOUNTS_MAX).join('.')
}

/** Gives the known device its new hash, or adds a device, and removes those beyond the user's limit. */
async function keepDevice(
  ctx: RequestContext,
  userId: string,
  known: Pick<KnownDevice, 'id' | 'deviceHash'> | null,
  deviceHash: string,
): Promise<void> {
  const now = ctx.now()
  const { count } = known
    ? await ctx.db.knownDevice.updateMany({
        where: { id: known.id, deviceHash: known.deviceHash },
        data: { deviceHash, lastUsedAt: now },
      })
    : { count: 0 }
  const id = known && count > 0 ? known.id : newKey()
  if (count === 0)
    await ctx.db.knownDevice.create({ data: { id, userId, deviceHash, createdAt: now, lastUsedAt: now } })
  // Devices that were used only once go first: programs make these, people come back to theirs.
  await ctx.db.$executeRaw`
    DELETE FROM known_devices WHERE id IN (
      SELECT id FROM known_devices WHERE user_id = ${userId}::uuid AND id <> ${id}::uuid
      ORDER BY (last_used_at > created_at) DESC, last_used_at DESC OFFSET ${DEVICES_MAX - 1})`
}

/** Makes all devices of a user strangers, and returns how many there were. */
export async function forgetDevices(ctx: RequestContext, userId: string): Promise<number> {
  const { count } = await ctx.db.knownDevice.deleteMany({ where: { userId } })
  return count
}

/** Makes all devices of a user strangers but the one that asks, and returns how many there were. */
export async function forgetOtherDevices(ctx: RequestContext, userId: string): Promise<number> {
  const presented = await presentedIds(ctx)
  const { count } = await ctx.db.knownDevice.deleteMany({
    where: { userId, deviceHash: { notIn: presented.map(hashOf) } },
  })
  return count
}

/** Records that a user's devices were forgotten, where there were any. */
export async function auditForgotten(ctx: RequestContext, userId: string, count: number): Promise<void> {
  if (count > 0)
    await audit(ctx, {
      action: 'deleted',
      resourceType: 'known_device',
      details: { userId, count },
    })
}
