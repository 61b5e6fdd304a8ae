import { hash, verify } from '@node-rs/argon2'

/** Argon2id at the floor OWASP names (m = 19 MiB, t = 2, p = 1). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** With `null` for an unknown account it works as long and answers `false`. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>
}

/** Hashing and checking of passwords, with equal work for accounts that exist and accounts that do not. */
export async function makePasswords(): Promise<Passwords> {
  const nobody = await hash('an account that does not exist', cost)
  return {
    hash: (password) => hash(password, cost),
    verify: async (passwordHash, password) => {
      const matches = await verify(passwordHash ?? nobody, password)
      return passwordHash !== null && matches
    },
  }
}
