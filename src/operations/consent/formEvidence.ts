type Request = { channel: string; provider: string; identityCheck: string; documentSha256: string }
type Form = {
  sha256: string
  originalSha256?: string | null | undefined
  sealedBy?: string | null | undefined
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
