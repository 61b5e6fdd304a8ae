import { hash, verify } from '@node-rs/argon2'

/** The cost of one hash: memory in KiB, number of passes, degree of parallelism. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/**
 * Argon2id well above OWASP's minimum (19 MiB, 2 passes): about 50 ms of one core. Users do not notice it at sign-in,
 * but each guess costs as much.
 */
const standard: PasswordCost = { memoryCost: 46 * 1024, timeCost: 4, parallelism: 1 }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** For an unknown account, pass `null`: it takes as long and returns `false`. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>
  /** Whether the password is on the list of common ones. */
  isCommon: (password: string) => Promise<boolean>
}

/** Hashes and checks passwords. A check takes as long for unknown accounts as for existing ones. */
export async function makePasswords(cost = standard): Promise<Passwords> {
  const nobody = await hash('an account that does not exist', cost)
  return {
    hash: (password) => hash(password, cost),
    verify: async (passwordHash, password) => {
      const matches = await verify(passwordHash ?? nobody, password)
      return passwordHash !== null && matches
    },
    isCommon: isCommonPassword,
  }
}

let passwords: Promise<ReadonlySet<string>> | undefined

/**
 * Whether the password is one of about 49,000 common leaked ones, ignoring case. The list is read when the first
 * password is set, so that it does not slow the start.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  passwords ??= read()
  return (await passwords).has(password.toLowerCase())
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
