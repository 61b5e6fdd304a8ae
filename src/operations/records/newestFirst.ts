import type { SortColumn } from '../paging.ts'

/** Rows by when they were made, the last one first. */
export const newestFirst: readonly SortColumn[] = [
  { field: 'createdAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]
