import { createHash, randomBytes } from 'node:crypto'

/** Creates the secrets of API keys, and the hashes by which the database finds them. */
export type ApiKeySecrets = { make: () => string; hash: (secret: string) => string }

/** 256 random bits, so storing a plain SHA-256 is enough. Secret scanners recognize a leaked key by its prefix. */
export const apiKeySecrets: ApiKeySecrets = {
  make: () => `ck_${randomBytes(32).toString('base64url')}`,
  hash: (secret) => createHash('sha256').update(secret).digest('hex'),
}
