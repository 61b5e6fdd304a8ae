import { Failure } from '#domain/errors.ts'
import type { User } from '#infra/prisma/client.ts'

/** Throws `conflict` with this message for a service account. */
export function refuseServiceAccount({ kind }: Pick<User, 'kind'>, message: string): void {
  if (kind === 'service') throw new Failure('conflict', message)
}
