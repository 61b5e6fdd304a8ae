import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { Failure } from '#domain/errors.ts'

/** What says which state of an object a caller has read. It changes with each change of the object. */
export const versionOf = ({ updatedAt }: { updatedAt: Date }): string => updatedAt.getTime().toString(36)

/** The same for an object whose row has no time of its last change, from the values that can be changed. */
export const versionOfValues = (values: object): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16)

const shape = { expectedVersion: z.nullish(z.string().check(z.maxLength(100, 'This is not a version'))) }

/** The input of a change with `expectedVersion`, the version that the caller has read. */
export const versioned = <Shape extends z.core.$ZodLooseShape>(
  input: z.ZodMiniObject<Shape, z.core.$strict>,
) => z.extend(input, shape)

/** Throws `stale` if the object is no longer as the caller has read it. `version` is that of the locked object. */
export function refuseStale(version: string, expectedVersion: string | null | undefined, what: string): void {
  if (expectedVersion == null || expectedVersion === version) return
  throw new Failure(
    'stale',
    `This ${what} was changed after you read it. Read it again, then repeat your change.`,
    {
      version,
    },
  )
}
