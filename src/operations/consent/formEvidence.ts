import type { EvidenceKey } from '#infra/evidence/evidenceKey.ts'
import { fieldHash } from '../evidence/leaf.ts'

type Request = { channel: string; provider: string; identityCheck: string; documentSha256: string }
type Form = {
  sha256: string
  originalSha256?: string | null | undefined
  sealedBy?: string | null | undefined
}

type Signer = { requestId: string; name: string; email: string }

/**
 * The salted hashes (hex) of the signer's name and of the patient's e-mail address at that time. The salts are derived from the
 * evidence key and the ID of the request, so that only the clinic can prove a value later, and others cannot guess it.
 */
export const signerEvidence = (key: EvidenceKey, { requestId, name, email }: Signer) => {
  const hashOf = (field: string, value: string) =>
    fieldHash(key.salt(requestId, field), value).toString('hex')
  return { signerNameHash: hashOf('signerName', name), signerEmailHash: hashOf('signerEmail', email) }
}

/**
 * What the audit log records of a signed form, so that a form which is exchanged later does not match its row: hex SHA-256
 * hashes of the document's text, the form, the unsigned form and the certificate of the seal, and how the signer was checked.
 */
export const formEvidence = (
  { channel, provider, identityCheck, documentSha256 }: Request,
  { sha256, originalSha256, sealedBy }: Form,
) => ({
  ...{ channel, provider, identityCheck, documentSha256, formSha256: sha256 },
  ...(originalSha256 && { originalSha256 }),
  ...(sealedBy && { sealedBy }),
})
