import type { SortColumn } from '../paging.ts'

/** Sorts rows by creation time, newest first. */
export const newestFirst: readonly SortColumn[] = [
  { field: 'createdAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]
