import { createHash } from 'node:crypto'
import { v7 as newKey } from 'uuid'
import type { KnownDevice } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

const DAY = 86_400_000
/** Days after which an unused device is treated as unknown. Its cookie expires at the same time. */
const KNOWN_DAYS = 365
/** The most devices per user. A program that keeps no cookies creates a new device at each sign-in. */
const DEVICES_MAX = 50
/** The most accounts for which a browser is known: the last ones that signed in with it. */
const ACCOUNTS_MAX = 10
const NO_USER = '00000000-0000-0000-0000-000000000000'

const hashOf = (deviceId: string) => createHash('sha256').update(deviceId).digest('hex')

/** The earliest last use of a device that is still known. */
export const knownSince = (ctx: RequestContext): Date => new Date(ctx.now().getTime() - KNOWN_DAYS * DAY)

/**
 * Returns the IDs in the device cookie, newest first: one for each account that signed in with this browser. A row
 * belongs to one account and one ID, so a sign-in to another account never changes it.
 */
const presentedIds = async (ctx: RequestContext): Promise<string[]> =>
  (await ctx.readDeviceId())?.split('.') ?? []

/**
 * Returns the key of the known device if the user has signed in with this browser before, otherwise `null`. Runs the same
 * query for an unknown account (`null`), so that the response time reveals nothing (QUALITY S03).
 */
export async function findKnownDevice(ctx: RequestContext, userId: string | null): Promise<string | null> {
  const presented = await presentedIds(ctx)
  if (presented.length === 0) return null
  const device = await ctx.db.knownDevice.findFirst({
    where: {
      deviceHash: { in: presented.map(hashOf) },
      userId: userId ?? NO_USER,
      lastUsedAt: { gt: knownSince(ctx) },
    },
    select: { id: true },
  })
  return device?.id ?? null
}

/**
 * Makes the browser a known device of the user and returns the IDs for its cookie. The user's ID changes at each sign-in,
 * so that a copied cookie stops working after the next one.
 */
export async function rememberDevice(ctx: RequestContext, userId: string): Promise<string> {
  const presented = await presentedIds(ctx)
  const deviceId = ctx.newSessionId()
  const device = await ctx.db.knownDevice.findFirst({
    where: { userId, deviceHash: { in: presented.map(hashOf) } },
  })
  await keepDevice(ctx, userId, device, hashOf(deviceId))
  const others = presented.filter((id) => hashOf(id) !== device?.deviceHash)
  return [deviceId, ...others].slice(0, ACCOUNTS_MAX).join('.')
}

/** The hash of the newest ID in a device cookie, by which a session recognizes the browser that it was opened in. */
export const newestDeviceHash = (deviceIds: string): string => hashOf(deviceIds.split('.')[0] as string)

/** Whether the browser presents the device ID with this hash. */
export const presentsDevice = async (ctx: RequestContext, deviceHash: string): Promise<boolean> =>
  (await presentedIds(ctx)).some((id) => hashOf(id) === deviceHash)

/** Gives the known device its new hash, or adds a device, and removes those beyond the user's limit. */
async function keepDevice(
  ctx: RequestContext,
  userId: string,
  device: Pick<KnownDevice, 'id' | 'deviceHash'> | null,
  deviceHash: string,
): Promise<void> {
  const now = ctx.now()
  const { count } = device
    ? await ctx.db.knownDevice.updateMany({
        where: { id: device.id, deviceHash: device.deviceHash },
        data: { deviceHash, lastUsedAt: now },
      })
    : { count: 0 }
  const id = device && count > 0 ? device.id : newKey()
  if (count === 0)
    await ctx.db.knownDevice.create({ data: { id, userId, deviceHash, createdAt: now, lastUsedAt: now } })
  // Removes devices that were used only once first: programs create them, while people use theirs again.
  await ctx.db.$executeRaw`
    DELETE FROM known_devices WHERE id IN (
      SELECT id FROM known_devices WHERE user_id = ${userId}::uuid AND id <> ${id}::uuid
      ORDER BY (last_used_at > created_at) DESC, last_used_at DESC OFFSET ${DEVICES_MAX - 1})`
}

/** Forgets all devices of a user. Returns the number. */
export async function forgetDevices(ctx: RequestContext, userId: string): Promise<number> {
  const { count } = await ctx.db.knownDevice.deleteMany({ where: { userId } })
  return count
}

/** Forgets all devices of a user except the current one. Returns the number. */
export async function forgetOtherDevices(ctx: RequestContext, userId: string): Promise<number> {
  const presented = await presentedIds(ctx)
  const { count } = await ctx.db.knownDevice.deleteMany({
    where: { userId, deviceHash: { notIn: presented.map(hashOf) } },
  })
  return count
}

/** Records in the audit log that a user's devices were forgotten, if there were any. */
export async function auditForgotten(ctx: RequestContext, userId: string, count: number): Promise<void> {
  if (count > 0)
    await audit(ctx, {
      action: 'deleted',
      resourceType: 'known_device',
      details: { userId, count },
    })
}
