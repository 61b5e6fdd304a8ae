import { createHash, randomBytes } from 'node:crypto'

/** How the secrets of API keys are made, and under which name the database knows them. */
export type ApiKeySecrets = { make: () => string; hash: (secret: string) => string }

/** 256 random bits, so that a plain SHA-256 is enough to keep them; the beginning tells scanners what was leaked. */
export const apiKeySecrets: ApiKeySecrets = {
  make: () => `ck_${randomBytes(32).toString('base64url')}`,
  hash: (secret) => createHash('sha256').update(secret).digest('hex'),
}
