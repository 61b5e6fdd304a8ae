import type { Chance } from './chance.ts'

/** Keys for rows that were written in the past. */
export type Ids = {
  /** A uuid v7 of that moment, as the database layer would have made it then: keys sort by time. */
  rowOf: (at: Date) => string
  /** A uuid v4, the shape of request ids and idempotency keys. */
  random: () => string
}

/** RFC 9562: v7 is 48 bits of milliseconds, here with a counter so that rows of one moment keep their order. */
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
