import { Decrypter, Encrypter } from 'age-encryption'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'

/** The work factor for keys. They are 256 random bits, so stretching adds nothing. Passphrases get age's default. */
const KEY_WORK_FACTOR = 10

/** BACKUP_KEY is used as an age passphrase in base64, so that the age program asks for what the operator has. */
const passphrasesOf = (secret: BackupSecret): string[] =>
  'keys' in secret ? secret.keys.map((key) => key.toString('base64')) : [secret.passphrase]

/** Encrypts with the passphrase or the first key. */
export function encrypterOf(secret: BackupSecret): Encrypter {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrasesOf(secret)[0] as string)
  if ('keys' in secret) encrypter.setScryptWorkFactor(KEY_WORK_FACTOR)
  return encrypter
}

/** Decrypts with the passphrase or any of the keys. */
export function decrypterOf(secret: BackupSecret): Decrypter {
  const decrypter = new Decrypter()
  for (const passphrase of passphrasesOf(secret)) decrypter.addPassphrase(passphrase)
  return decrypter
}

/** The error if the secret does not open a backup. age cannot tell a wrong secret from a changed header. */
export const notOpened = (secret: BackupSecret, cause: unknown): BackupProblem =>
  new BackupProblem(
    'keys' in secret
      ? 'No key in BACKUP_KEY opens this backup. It was encrypted with another key or with a passphrase, or its beginning was changed'
      : 'BACKUP_PASSPHRASE does not open this backup. It was encrypted with another passphrase or with a key, or its beginning was changed',
    { cause },
  )
