import { createHash } from 'node:crypto'
import { v7 as newKey } from 'uuid'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'

const DAY = 86_400_000
/** Days after which a device that was not used counts as a stranger; its cookie lasts as long. */
const KNOWN_DAYS = 365
/** A program that signs in without keeping cookies makes a new device each time, so their number is bounded. */
const DEVICES_MAX = 50
const nobody = '00000000-0000-0000-0000-000000000000'

const hashOf = (deviceId: string) => createHash('sha256').update(deviceId).digest('hex')

/** When a device must have been used last to be known still. */
export const knownSince = (ctx: Visit): Date => new Date(ctx.now().getTime() - KNOWN_DAYS * DAY)

/**
 * Whether this user has signed in with the visitor's browser before: the key of that known device, or `null`. An
 * unknown account (`null`) is looked up like any other, so that the time tells nothing (QUALITY S03).
 */
export async function findKnownDevice(ctx: Visit, userId: string | null): Promise<string | null> {
  const deviceId = await ctx.readDeviceId()
  if (deviceId === null) return null
  const known = await ctx.db.knownDevice.findFirst({
    where: {
      deviceHash: hashOf(deviceId),
      userId: userId ?? nobody,
      lastUsedAt: { gt: knownSince(ctx) },
    },
    select: { id: true },
  })
  return known?.id ?? null
}

/**
 * Makes the visitor's browser a known device of the user and returns the id for its cookie. The id changes at every
 * sign-in, for all users of that browser, so that a copied cookie is worth nothing after the next one.
 */
export async function rememberDevice(ctx: Visit, userId: string): Promise<string> {
  const now = ctx.now()
  const presented = await ctx.readDeviceId()
  const deviceId = ctx.newSessionId()
  const deviceHash = hashOf(deviceId)
  if (presented !== null)
    await ctx.db.knownDevice.updateMany({ where: { deviceHash: hashOf(presented) }, data: { deviceHash } })
  const [device] = await ctx.db.$queryRaw<{ id: string }[]>`
    INSERT INTO known_devices (id, user_id, device_hash, created_at, last_used_at)
    VALUES (${newKey()}::uuid, ${userId}::uuid, ${deviceHash}, ${now}, ${now})
    ON CONFLICT (device_hash, user_id) DO UPDATE SET last_used_at = excluded.last_used_at
    RETURNING id`
  // Devices that were used only once go first: programs make these, people come back to theirs.
  await ctx.db.$executeRaw`
    DELETE FROM known_devices WHERE id IN (
      SELECT id FROM known_devices WHERE user_id = ${userId}::uuid AND id <> ${device?.id}::uuid
      ORDER BY (last_used_at > created_at) DESC, last_used_at DESC OFFSET ${DEVICES_MAX - 1})`
  return deviceId
}

/** Makes all devices of a user strangers, and returns how many there were. */
export async function forgetDevices(ctx: Visit, userId: string): Promise<number> {
  const { count } = await ctx.db.knownDevice.deleteMany({ where: { userId } })
  return count
}

/** Makes all devices of a user strangers but the one that asks, and returns how many there were. */
export async function forgetOtherDevices(ctx: Visit, userId: string): Promise<number> {
  const deviceId = await ctx.readDeviceId()
  const { count } = await ctx.db.knownDevice.deleteMany({
    where: { userId, ...(deviceId !== null && { deviceHash: { not: hashOf(deviceId) } }) },
  })
  return count
}

/** Records that a user's devices were forgotten, where there were any. */
export async function auditForgotten(ctx: Visit, userId: string, count: number): Promise<void> {
  if (count > 0)
    await audit(ctx, {
      action: 'deleted',
      resourceType: 'known_device',
      details: { userId, count },
    })
}
