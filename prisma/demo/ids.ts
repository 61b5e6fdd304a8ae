import type { Chance } from './chance.ts'

/** Generates IDs for rows that were created in the past. */
export type Ids = {
  /** A UUIDv7 of that instant, as Prisma would have generated it then. IDs sort by time. */
  rowOf: (at: Date) => string
  /** A UUIDv4, as for request IDs and idempotency keys. */
  random: () => string
}

/** UUIDv7 (RFC 9562) starts with the milliseconds. A counter keeps the order of rows of the same millisecond. */
export function makeIds(chance: Chance): Ids {
  let counter = 0
  return {
    rowOf: (at) => {
      const bytes = chance.bytes(16)
      bytes.writeUIntBE(at.getTime(), 0, 6)
      counter = (counter + 1) & 0xfff
      bytes.writeUInt16BE(0x7000 | counter, 6)
      return withVariant(bytes)
    },
    random: () => {
      const bytes = chance.bytes(16)
      bytes.writeUInt8(0x40 | (bytes.readUInt8(6) & 0x0f), 6)
      return withVariant(bytes)
    },
  }
}

function withVariant(bytes: Buffer): string {
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
