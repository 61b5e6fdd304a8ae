import type { ConsentDocument, SigningProviderName } from '#domain/consent/document.ts'

/** What a provider needs to have one patient sign one document. */
export type EnvelopeOrder = {
  /** The same key always means the same envelope, however often it is sent. */
  idempotencyKey: string
  document: ConsentDocument
  /**
   * Renders the document as a PDF with anchor words for the provider's fields. Called only by providers that
   * need a PDF.
   */
  original: (anchors: {
    signature: string
    name: string
    date: string
    representative: string
  }) => Promise<Uint8Array>
  signer: { name: string; email: string }
  clinicName: string
  /** The form cannot be signed after this time. */
  expiresAt: Date
  /** Whether the patient signs on a page that we open, and gets no e-mail. */
  isEmbedded: boolean
}

/** The provider's envelope ID, and for our own links the hash of the secret. */
export type Envelope = { envelopeId: string | null; linkHash: string | null }

/**
 * An e-signature provider. Calls may go over the network, so never call it inside a transaction. Failures
 * throw `SigningTrouble`, which says whether a retry may help.
 */
export type SigningProvider = {
  name: SigningProviderName
  send: (order: EnvelopeOrder) => Promise<Envelope>
  /** The envelope created for a key since that time, or `null` if none arrived. Used after a crash. */
  find: (idempotencyKey: string, since: Date) => Promise<Envelope | null>
  /**
   * The secret of our own link, for a new link, or for the one with the given hash or property. `null` if it was made with
   * a server secret that is gone, or if the provider has its own links.
   */
  linkSecret: (idempotencyKey: string, which?: string | null | ((secret: string) => boolean)) => string | null
  /** The calls for envelopes at an external provider; `null` for our own. */
  remote: RemoteEnvelopes | null
}

/** Calls for envelopes at an external provider, whose state is authoritative. */
export type RemoteEnvelopes = {
  /** Our account there, for administrators. Contains no secret. */
  account: { server: string; accountId: string; webhookKeys: number }
  /** Tests the sign-in and returns a sentence that says who answered. */
  test: () => Promise<string>
  /** The state of an envelope; `null` if it does not exist. */
  read: (envelopeId: string) => Promise<EnvelopeState | null>
  /** The provider's status of each envelope; unknown ones are omitted. */
  statuses: (envelopeIds: readonly string[]) => Promise<Map<string, string>>
  /** The signed document and the provider's certificate of completion. */
  collect: (envelopeId: string) => Promise<{ content: Buffer<ArrayBuffer>; certificate: Buffer<ArrayBuffer> }>
  /** Voids the envelope, so that it can no longer be signed. */
  withdraw: (envelopeId: string, reason: string) => Promise<void>
  /** Has the provider remind the patient. */
  remind: (envelopeId: string) => Promise<void>
  /** The signing page of an embedded envelope. It works once and for a few minutes. */
  signingUrl: (envelopeId: string, visit: SigningVisit) => Promise<string>
  /** Reads a webhook message; `null` if its signature is invalid. Throws if it is unreadable. */
  notice: (body: Buffer, signatures: readonly string[]) => ProviderNotice | null
}

export type SigningVisit = {
  idempotencyKey: string
  signer: { name: string; email: string }
  /** Where the provider redirects the browser afterwards. */
  returnUrl: string
}

/** The state of an envelope, in our terms and the provider's. */
export type EnvelopeState = {
  phase: 'sent' | 'opened' | 'completed' | 'declined' | 'voided' | 'expired'
  /** The provider's own status. */
  status: string
  openedAt: Date | null
  /** When it was completed, declined or voided. */
  endedAt: Date | null
  /** Why it was declined or voided. */
  reason: string | null
  signerName: string | null
  /** Who signed for the patient, in their own words; `null` if the patient signed. */
  representative: string | null
}

/** What we store of a webhook message; no patient data. */
export type ProviderNotice = {
  event: string
  /** `null` if the event concerns no envelope. */
  envelopeId: string | null
  occurredAt: Date
}

/** The provider for new requests, and a lookup by name for older ones. */
export type Signing = { current: SigningProvider; of: (name: SigningProviderName) => SigningProvider }

/** Hashes a link's secret as hex SHA-256, so that a stolen database opens no link. */
export type HashLink = (secret: string) => string
