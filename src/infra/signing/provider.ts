import type { ConsentDocument, SigningProviderName } from '#domain/consent/document.ts'

/** What a provider needs to know to have one patient sign one document. */
export type EnvelopeOrder = {
  /** The same key always means the same envelope, however often it is sent. */
  idempotencyKey: string
  document: ConsentDocument
  /** The document as a PDF, made only where the provider wants one, with the words by which it places its fields. */
  original: (anchors: { signature: string; name: string; date: string }) => Promise<Uint8Array>
  signer: { name: string; email: string }
  clinicName: string
  /** From then on nobody may sign. */
  expiresAt: Date
  /** Signed on a page that we open for the patient, who is then sent no mail. */
  isEmbedded: boolean
}

/** What came of an order: the provider's own id, and for our links the hash they are found by. */
export type Envelope = { envelopeId: string | null; linkHash: string | null }

/**
 * An e-signature provider. Calls may leave the building, so they are never made inside a transaction. What goes wrong
 * is thrown as `SigningTrouble`, which says whether the same may work later.
 */
export type SigningProvider = {
  name: SigningProviderName
  send: (order: EnvelopeOrder) => Promise<Envelope>
  /** The envelope made for a key since then, or `null` if the order never arrived; settles a crash in between. */
  find: (idempotencyKey: string, since: Date) => Promise<Envelope | null>
  /**
   * The secret of the patient's own link, where the provider gives one to us: of one to be made, or of the one that a hash
   * is of; `null` where that was made with a secret of the server's that is gone.
   */
  linkSecret: (idempotencyKey: string, linkHash?: string | null) => string | null
  /** Where envelopes lie with somebody else, what can be asked there; `null` where they are our own. */
  remote: RemoteEnvelopes | null
}

/** Envelopes that lie with somebody else, who alone knows the truth about them. */
export type RemoteEnvelopes = {
  /** Whom we are there, for administrators; says nothing secret. */
  account: { server: string; accountId: string; webhookKeys: number }
  /** Tries the way in, and says in a sentence what answered. */
  test: () => Promise<string>
  /** How an envelope stands; `null` for one that is not there. */
  read: (envelopeId: string) => Promise<EnvelopeState | null>
  /** The provider's own word for how each of these stands; one that is not there is left out. */
  statuses: (envelopeIds: readonly string[]) => Promise<Map<string, string>>
  /** What was signed, and the provider's certificate about the signing. */
  collect: (envelopeId: string) => Promise<{ content: Buffer<ArrayBuffer>; certificate: Buffer<ArrayBuffer> }>
  /** Takes the envelope back, so that nobody can sign it. */
  withdraw: (envelopeId: string, reason: string) => Promise<void>
  /** Has the provider ask the patient again. */
  remind: (envelopeId: string) => Promise<void>
  /** Where the patient signs an embedded envelope; good once and for minutes. */
  signingUrl: (envelopeId: string, visit: SigningVisit) => Promise<string>
  /** What a message says, or `null` if its signatures are not the provider's. Throws for one that is no message. */
  notice: (body: Buffer, signatures: readonly string[]) => ProviderNotice | null
}

export type SigningVisit = {
  idempotencyKey: string
  signer: { name: string; email: string }
  /** Where the provider sends the browser afterwards. */
  returnUrl: string
}

/** How an envelope stands with the provider, in our words and its own. */
export type EnvelopeState = {
  standing: 'sent' | 'opened' | 'completed' | 'declined' | 'voided' | 'expired'
  /** The provider's own word. */
  status: string
  openedAt: Date | null
  /** When it was completed, declined or voided. */
  endedAt: Date | null
  /** Why it was declined or voided. */
  reason: string | null
  signerName: string | null
}

/** What a message of the provider says that we keep: nothing of the patient. */
export type ProviderNotice = {
  event: string
  /** `null` where the event is about no envelope. */
  envelopeId: string | null
  occurredAt: Date
}

/** The provider that new requests go to, and the one by name that an older request went to. */
export type Signing = { current: SigningProvider; of: (name: SigningProviderName) => SigningProvider }

/** How a link's secret is looked up: hex SHA-256, so that a stolen database opens no link. */
export type HashLink = (secret: string) => string
