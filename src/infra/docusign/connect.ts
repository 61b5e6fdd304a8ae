import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '#domain/errors.ts'
import { isStorable } from '#domain/text.ts'
import type { ProviderNotice } from '../signing/provider.ts'
import { moment } from './envelope.ts'

/** Connect signs with each of its active keys, at most a hundred. */
const SIGNATURES_MAX = 100

/**
 * Whether one of the signatures matches these bytes and one of the keys. It compares every pair in constant
 * time, so timing reveals nothing.
 */
export function isSigned(body: Buffer, signatures: readonly string[], keys: readonly string[]): boolean {
  const received = signatures.slice(0, SIGNATURES_MAX).map((signature) => Buffer.from(signature, 'base64'))
  let found = false
  for (const key of keys) {
    const made = createHmac('sha256', key).update(body).digest()
    for (const one of received) if (one.length === made.length && timingSafeEqual(one, made)) found = true
  }
  return found
}

/** The text of a message field that is stored unchanged: a word or a key. */
const word = z.string().min(1).max(100).refine(isStorable)

/** The parts of a JSON SIM message that we use. The rest, which names the patient, is not parsed. */
const message = z.object({
  event: word,
  generatedDateTime: moment,
  data: z.object({ envelopeId: word.optional() }).optional(),
})

/** Reads a message. Throws `invalid` unless it is JSON SIM, the format to set up in Connect. */
export function noticeOf(body: Buffer, now: Date): ProviderNotice {
  const parsed = message.safeParse(json(body))
  if (!parsed.success) throw new Failure('invalid', 'Set up Connect to send JSON SIM (individual messages)')
  const { event, generatedDateTime, data } = parsed.data
  return {
    event,
    envelopeId: data?.envelopeId ?? null,
    occurredAt: generatedDateTime ?? now,
  }
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
