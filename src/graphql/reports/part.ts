import type { ReportPart as Part } from '#operations/reports/part.ts'
import { builder } from '../builder.ts'

/** A part of a table that is too long to load at once. The next part starts after its `endCursor`. */
export const ReportPart = builder.objectRef<Part>('ReportPart').implement({
  description: 'Part of an exported table: up to 2,000 rows. The next part starts after `endCursor`.',
  fields: (t) => ({
    columns: t.stringList({
      description: 'Names of the columns.',
      resolve: ({ columns }) => [...columns],
    }),
    rows: t.field({
      type: 'JSON',
      description: 'The rows, each an array with one cell per column.',
      resolve: ({ rows }) => rows,
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Cursor of the last row, to pass as `after`; `null` without rows.',
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more rows follow.' }),
  }),
})
