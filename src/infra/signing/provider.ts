import type { ConsentDocument, SigningProviderName } from '#domain/consent/document.ts'

/** What a provider needs to know to have one patient sign one document. */
export type EnvelopeOrder = {
  /** The same key always means the same envelope, however often it is sent. */
  idempotencyKey: string
  document: ConsentDocument
  signer: { name: string; email: string }
}

/** What came of an order: the provider's own id, and for our links the hash they are found by. */
export type Envelope = { envelopeId: string | null; linkHash: string | null }

/** An e-signature provider. Calls may leave the building, so they are never made inside a transaction. */
export type SigningProvider = {
  name: SigningProviderName
  send: (order: EnvelopeOrder) => Promise<Envelope>
  /** The envelope made for a key, or `null` if the order never arrived; settles a crash in between. */
  find: (idempotencyKey: string) => Promise<Envelope | null>
  /** The secret of the patient's own link, where the provider gives one to us. */
  linkSecret: (idempotencyKey: string) => string | null
}

/** The provider that new requests go to, and the one by name that an older request went to. */
export type Signing = { current: SigningProvider; of: (name: SigningProviderName) => SigningProvider }

/** How a link's secret is looked up: hex SHA-256, so that a stolen database opens no link. */
export type HashLink = (secret: string) => string
