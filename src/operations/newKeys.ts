import { randomBytes } from 'node:crypto'

/** So many keys as Prisma makes them (UUID version 7, RFC 9562), for rows that are written by SQL of ours. */
export const newKeys = (count: number, at: Date): string[] => Array.from({ length: count }, () => newKey(at))

function newKey(at: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
