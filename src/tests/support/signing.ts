import type { Envelope, EnvelopeOrder, Signing, SigningProvider } from '#infra/signing/provider.ts'

/** A signing provider that a test controls, and that records its calls. */
export type FakeSigning = SigningProvider &
  Signing & {
    orders: EnvelopeOrder[]
    finds: string[]
    /** Creates an envelope whose sender did not get the answer. */
    reach: (idempotencyKey: string) => void
  }

/** Sends with `send`, which may throw or be slow. Finds envelopes that were sent before. */
export function fakeSigning(
  send: (order: EnvelopeOrder) => Envelope | Promise<Envelope> = envelopeOf,
): FakeSigning {
  const envelopes = new Map<string, Envelope>()
  const fake: FakeSigning = {
    get current() {
      return fake
    },
    of: () => fake,
    name: 'docusign',
    orders: [],
    finds: [],
    reach: (idempotencyKey) => void envelopes.set(idempotencyKey, envelopeOf({ idempotencyKey })),
    send: async (order) => {
      fake.orders.push(order)
      const envelope = await send(order)
      envelopes.set(order.idempotencyKey, envelope)
      return envelope
    },
    find: async (idempotencyKey) => {
      fake.finds.push(idempotencyKey)
      return envelopes.get(idempotencyKey) ?? null
    },
    linkSecret: () => null,
    remote: null,
  }
  return fake
}

export const envelopeOf = ({ idempotencyKey }: Pick<EnvelopeOrder, 'idempotencyKey'>): Envelope => ({
  envelopeId: `envelope-${idempotencyKey}`,
  linkHash: null,
})
