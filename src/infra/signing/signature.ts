import type { Authority, AuthorityProof } from '#domain/consent/representative.ts'
import type { Drawing } from '#domain/consent/sheet.ts'

/** Everything on the signed form except the document itself. */
export type Signature = {
  signerName: string
  /** The patient's name, if the signer confirmed to be the patient under another name. */
  confirmedAs: string | null
  /** The personal representative's authority; `null` if the patient signed. */
  representative: {
    patientName: string
    relation: string
    email: string | null
    authority: Authority
    proof: AuthorityProof
  } | null
  /** Who stated to have seen the signing; `null` without a witness. */
  witness: { name: string; relation: string } | null
  /** Who stated to have read the form to the signer; `null` without an interpreter. */
  interpreter: { name: string; language: string } | null
  signedAt: Date
  openedAt: Date
  sentAt: Date
  /** The user who sent the request. */
  sentBy: string
  /** The patient's e-mail address; `null` if there is none. The certificate shows only a part of it. */
  email: string | null
  /** The users who saw the signing link itself; `null` if there was none, because the patient signed at the clinic. */
  linkSeenBy: readonly string[] | null
  /** The newest signed state of the audit log; `null` before the first one. The form cannot be older. */
  head: { sha256: string; signedAt: Date } | null
  ipAddress: string | null
  userAgent: string | null
  requestId: string
  documentSha256: string
  kind: 'typed' | 'drawn'
  /** The pen strokes of a drawn signature; `null` for a typed one. */
  drawing: Drawing | null
  channel: 'remote' | 'in_person'
  /** The staff member who gave the signer the device. */
  recordedBy: string | null
  /** The identity check before the document was shown. */
  identityCheck: { kind: 'date_of_birth' | 'email_code'; checkedAt: Date } | null
  /** When the patient agreed to the notice on electronic signing, and its version. */
  disclosureAgreedAt: Date
  disclosureVersion: string
  /** The document's template, if it has one. */
  template: { name: string; number: number; sha256: string } | null
}
