import type { Database } from '#infra/database.ts'
import type { Signing, SigningProvider } from '#infra/signing/provider.ts'
import type { RequestContext } from '#operations/context.ts'
import type { TestClinic } from '../clinic.ts'

/** Simulates a kill, which a process cannot catch. */
export class Killed extends Error {
  override name = 'Killed'
}

/**
 * A process that dies before its nth step: a statement, a transaction or a provider call. Dying after a step
 * equals dying before the next one, so each moment is tried once.
 */
function mortal(clinic: TestClinic, dieAt: number) {
  const life = { steps: 0, isDead: false }
  const unlessDead: UnlessDead = async (work) => {
    life.steps += 1
    if (life.steps >= dieAt) life.isDead = true
    if (life.isDead) throw new Killed(`at step ${dieAt}`)
    return work()
  }
  const { signing } = clinic.instances
  return { life, db: mortalDatabase(clinic, unlessDead), signing: mortalSigning(signing, unlessDead) }
}

/** The parts of a process that die with it. */
export type Mortal = Pick<RequestContext, 'db' | 'signing'>

/** Whether the work was interrupted; `false` if it finished before step `dieAt`. */
export async function diesAt(
  clinic: TestClinic,
  dieAt: number,
  work: (mortal: Mortal) => Promise<unknown>,
): Promise<boolean> {
  const { life, ...parts } = mortal(clinic, dieAt)
  try {
    await work(parts)
  } catch (error) {
    if (!life.isDead) throw error
  }
  return life.isDead
}

type UnlessDead = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A death inside a transaction rolls it back, as PostgreSQL does when a connection is lost. */
function mortalDatabase({ instances }: TestClinic, unlessDead: UnlessDead): Database {
  const extended = instances.db.$extends({
    query: { $allOperations: ({ args, query }) => unlessDead(() => query(args) as Promise<unknown>) },
  })
  const proxied = new Proxy(extended, {
    get: (target, name, receiver) =>
      name === '$transaction'
        ? (body: (tx: unknown) => Promise<unknown>) => unlessDead(() => target.$transaction((tx) => body(tx)))
        : Reflect.get(target, name, receiver),
  })
  return proxied as unknown as Database
}

function mortalSigning(signing: Signing, unlessDead: UnlessDead): Signing {
  const mortalOf = (provider: SigningProvider): SigningProvider => ({
    ...provider,
    send: (order) => unlessDead(() => provider.send(order)),
    find: (...args) => unlessDead(() => provider.find(...args)),
    remote: provider.remote && {
      ...provider.remote,
      read: (...args) => unlessDead(async () => provider.remote?.read(...args) ?? null),
      collect: (id) => unlessDead(() => (provider.remote ?? never()).collect(id)),
      withdraw: (...args) => unlessDead(() => (provider.remote ?? never()).withdraw(...args)),
    },
  })
  return { current: mortalOf(signing.current), of: (name) => mortalOf(signing.of(name)) }
}

function never(): never {
  throw new Error('The provider has no remote API')
}
