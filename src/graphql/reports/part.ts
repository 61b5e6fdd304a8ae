import type { ReportPart as Part } from '#operations/reports/part.ts'
import { builder } from '../builder.ts'

/** A part of a table too long to be read at once; the next is behind its `endCursor`. */
export const ReportPart = builder.objectRef<Part>('ReportPart').implement({
  description: 'A part of a table that is written down: up to 2,000 rows, the next behind `endCursor`.',
  fields: (t) => ({
    columns: t.stringList({
      description: 'What each cell of a row is.',
      resolve: ({ columns }) => [...columns],
    }),
    rows: t.field({
      type: 'JSON',
      description: 'The rows, each an array with one cell for every column.',
      resolve: ({ rows }) => rows,
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'The place of the last row, to be given as `after`; `null` without any row.',
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more rows follow.' }),
  }),
})
