import { readFileSync } from 'node:fs'

/** The settings that hold a secret or a list of certificates. Each can be given as `<NAME>_FILE` instead: the path of a file with the value. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SESSION_SECRET',
  'SEAL_KEY',
  'SEAL_CERTIFICATE',
  'RECORDS_KEY',
  'EVIDENCE_KEY',
  'TIME_STAMP_ROOTS',
  'BACKUP_KEY',
  'BACKUP_PASSPHRASE',
  'OIDC_PROVIDERS',
  'SMTP_URL',
  'TWILIO_API_KEY',
  'TWILIO_API_SECRET',
  'DOCUSIGN_PRIVATE_KEY',
  'DOCUSIGN_CONNECT_KEYS',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

type Variables = Record<string, string | undefined>

/**
 * The settings with the secrets from their files, and the problems with these. A file ends with at most one line break,
 * which is not part of the secret. Empty variables count as not set. No problem repeats the content of a file.
 */
export function readSecretFiles(variables: Variables): { present: Variables; problems: string[] } {
  const present: Variables = { ...variables }
  const problems: string[] = []
  for (const name of SECRET_SETTINGS) {
    const path = variables[`${name}_FILE`]
    if (!path?.trim()) continue
    const read = variables[name]?.trim()
      ? { problem: `${name} and ${name}_FILE exclude each other: set one of them` }
      : readSecret(name, path)
    if ('problem' in read) problems.push(read.problem)
    else present[name] = read.secret
  }
  return { present, problems }
}

/** Whether the setting has a value or a file. */
export const isSecretSet = (name: (typeof SECRET_SETTINGS)[number], variables: Variables): boolean =>
  Boolean(variables[name]?.trim() || variables[`${name}_FILE`]?.trim())

function readSecret(name: string, path: string): { secret: string } | { problem: string } {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return secret.trim() ? { secret } : { problem: `${name}_FILE names an empty file: ${path}` }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    return { problem: `${name}_FILE cannot be read: ${path} (${code})` }
  }
}
