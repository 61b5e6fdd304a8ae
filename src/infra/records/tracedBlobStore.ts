import { beginSpan, endSpan, inCallSpan, isTracing } from '../tracing.ts'
import type { BlobStore } from './blobStore.ts'

/** The same store, whose calls are spans if this process sends traces. */
export function tracedBlobStore(store: BlobStore, kind: 'folder' | 'bucket'): BlobStore {
  if (!isTracing()) return store
  const facts = { 'caseload.storage': kind }
  const as = <Result>(name: string, work: () => Promise<Result>) => inCallSpan(`storage ${name}`, work, facts)
  return {
    ...store,
    write: (key, content) => as('write', () => store.write(key, content)),
    size: (key) => as('size', () => store.size(key)),
    remove: (key) => as('remove', () => store.remove(key)),
    read: async function* (...which) {
      const span = beginSpan('storage read', facts)
      let failed: unknown
      try {
        yield* store.read(...which)
      } catch (error) {
        failed = error
        throw error
      } finally {
        endSpan(span, failed)
      }
    },
  }
}
