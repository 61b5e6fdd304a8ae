import type { Database } from '#infra/database.ts'
import type { Signing, SigningProvider } from '#infra/signing/provider.ts'
import type { TestClinic } from '../clinic.ts'

/** What a process cannot catch: nothing of it runs any more. */
export class Killed extends Error {
  override name = 'Killed'
}

/** A process that dies at its nth step: each statement, each commit and each call of the provider, before and after. */
export function mortal(clinic: TestClinic, dieAt: number) {
  const life = { steps: 0, isDead: false }
  const step = () => {
    life.steps += 1
    if (life.steps >= dieAt) life.isDead = true
    if (life.isDead) throw new Killed(`at step ${dieAt}`)
  }
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    step()
    const result = await work()
    step()
    return result
  }
  const { signing } = clinic.instances
  return { life, db: mortalDatabase(clinic, around), signing: mortalSigning(signing, around) }
}

type Around = <Result>(work: () => Promise<Result>) => Promise<Result>

/** What dies inside a transaction is rolled back, as PostgreSQL does when a connection is gone. */
function mortalDatabase({ instances }: TestClinic, around: Around): Database {
  const extended = instances.db.$extends({
    query: { $allOperations: ({ args, query }) => around(() => query(args) as Promise<unknown>) },
  })
  const proxied = new Proxy(extended, {
    get: (target, name, receiver) =>
      name === '$transaction'
        ? (body: (tx: unknown) => Promise<unknown>) => around(() => target.$transaction((tx) => body(tx)))
        : Reflect.get(target, name, receiver),
  })
  return proxied as unknown as Database
}

function mortalSigning(signing: Signing, around: Around): Signing {
  const mortalOf = (provider: SigningProvider): SigningProvider => ({
    ...provider,
    send: (order) => around(() => provider.send(order)),
    find: (...asked) => around(() => provider.find(...asked)),
    remote: provider.remote && {
      ...provider.remote,
      read: (...asked) => around(async () => provider.remote?.read(...asked) ?? null),
      collect: (id) => around(() => (provider.remote ?? never()).collect(id)),
      withdraw: (...asked) => around(() => (provider.remote ?? never()).withdraw(...asked)),
    },
  })
  return { current: mortalOf(signing.current), of: (name) => mortalOf(signing.of(name)) }
}

function never(): never {
  throw new Error('there is one')
}
