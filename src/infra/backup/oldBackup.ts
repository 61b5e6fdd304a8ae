import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { HEAD_BYTES, isHead, plainSize, unseal } from '../records/fileEncryption.ts'
import { KEY_BYTES, makeRecordKeys } from '../records/recordKeys.ts'
import { notOpened } from './backupKey.ts'
import type { BackupSecret } from './backupSettings.ts'
import type { Part } from './manifest.ts'

/**
 * The container of Caseload 0.1.0: a line of JSON with the encrypted key, then the parts, encrypted like a record's
 * file. Each item of a part starts with its length: the name, blocks of content, an empty block, and a footer.
 */
const stretched = z.object({
  salt: z.base64(),
  N: z.literal(2 ** 17),
  r: z.literal(8),
  p: z.literal(1),
})
const head = z.object({
  caseload: z.literal('backup'),
  version: z.literal(1),
  id: z.uuid(),
  key: z.object({ keyId: z.string(), wrappedKey: z.base64(), stretched: stretched.optional() }),
})
type OldHead = z.infer<typeof head> & { length: number }

/** The head of an old backup, from its first bytes; `null` if they are something else. */
export function findOldHead(start: Buffer): OldHead | null {
  const length = start.indexOf('\n') + 1
  try {
    const found = head.parse(JSON.parse(start.toString('utf8', 0, length)))
    return isHead(start.subarray(length, length + HEAD_BYTES)) ? { ...found, length } : null
  } catch {
    return null
  }
}

type Source = { bytes: number; from: (start: number) => AsyncIterable<Buffer> }

/** Reads the parts of an old backup. The caller compares their hashes with those in the last part. */
export async function* readOldBackup(
  { length, ...head }: OldHead,
  secret: BackupSecret,
  { bytes, from }: Source,
): AsyncGenerator<Part> {
  const key = await openKey(head, secret).catch((cause) => {
    throw notOpened(secret, cause)
  })
  const size = plainSize(bytes - length)
  if (size === null) throw new Error('No backup has this size')
  const items = itemsIn(unseal(from(length + HEAD_BYTES), key, { start: 0, end: size, size }))
  const next = async (): Promise<Buffer | undefined> => (await items.next()).value
  async function* blocks() {
    for (let block = await next(); block?.length; block = await next()) yield block
  }
  try {
    for (let name = await next(); name; name = await next()) {
      const content = blocks()
      yield { name: newName(name.toString()), content }
      for await (const _ of content) {
        // skipped by the caller
      }
      await next() // the footer
    }
  } finally {
    await items.return(undefined)
  }
}

async function openKey({ id, key }: Omit<OldHead, 'length'>, secret: BackupSecret): Promise<Buffer> {
  const keys = 'keys' in secret ? secret.keys : [await stretch(secret.passphrase, key.stretched)]
  const wrappedKey = Buffer.from(key.wrappedKey, 'base64')
  return makeRecordKeys(keys).unwrap({ keyId: key.keyId, wrappedKey }, id)
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

async function stretch(passphrase: string, given: z.infer<typeof stretched> | undefined): Promise<Buffer> {
  if (!given) throw new Error('The backup was encrypted with a key')
  const { salt, ...cost } = given
  const options = { ...cost, maxmem: 2 ** 28 }
  return derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, options)
}

async function* itemsIn(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of plain) {
    held = Buffer.concat([held, piece])
    while (held.length >= 4 && held.length >= 4 + held.readUInt32BE()) {
      const end = 4 + held.readUInt32BE()
      yield held.subarray(4, end)
      held = held.subarray(end)
    }
  }
}

function newName(name: string): string {
  const [kind, of] = name.split(' ')
  if (of === undefined) return `${kind}.json`
  return kind === 'table' ? `tables/${of}` : `encrypted/${of}`
}
