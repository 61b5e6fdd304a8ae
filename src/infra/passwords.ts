import { hash, verify } from '@node-rs/argon2'
import { isCommonPassword } from './commonPasswords.ts'

/** What one hash costs: memory in KiB, passes over it, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/**
 * Argon2id well above OWASP's minimum (19 MiB, 2 passes): about 50 ms of one core. Users do not notice it at sign-in,
 * but each guess costs as much.
 */
const standard: PasswordCost = { memoryCost: 46 * 1024, timeCost: 4, parallelism: 1 }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** With `null` for an unknown account it works as long and answers `false`. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>
  /** Whether it is one that many people have. */
  isCommon: (password: string) => Promise<boolean>
}

/** Hashing and checking of passwords, with equal work for accounts that exist and accounts that do not. */
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
