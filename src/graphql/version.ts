import { versionOf } from '#operations/version.ts'

/** The description of `expectedVersion` in an input. */
export const expectedVersion =
  'The `version` that you have read. If it was changed since, the change is refused (`stale`) with the current `version`.'

/** The field `version` of an object that can be changed with `expectedVersion`. */
export const version = {
  description: 'Says which state of the object this is. Pass it as `expectedVersion` with a change.',
  extensions: { columns: ['updatedAt'] },
  resolve: versionOf,
}
