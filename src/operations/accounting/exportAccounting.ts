import type * as z from 'zod/mini'
import { accountingInput } from '#domain/accounting/inputs.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { auditExported } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import type { Bound, PageQuery, SortColumn } from '../paging.ts'
import { type PartArgs, type ReportPart, readPart, type Table } from '../reports/part.ts'
import { newParameters } from '../sqlParameters.ts'
import { type AccountingEntry, describeEntry } from './describeEntry.ts'
import { entriesSql, entryColumns, entryTables } from './looksSql.ts'
import { accountedPeriod, loadDisclosed } from './readAccounting.ts'

type Row = AccountingEntry & { id: string; at: Date }

const oldestFirst: readonly SortColumn[] = [
  { field: 'at', direction: 'asc', kind: 'instant' },
  { field: 'id', direction: 'asc', kind: 'key' },
]

const columns: Table<Row>['columns'] = {
  when: ({ at, manual }) => (manual ? manual.disclosedOn.toISOString().slice(0, 10) : at.toISOString()),
  section: ({ consentRequestId }) => (consentRequestId ? 'under_authorization' : 'required'),
  recipient: ({ recipientName }) => recipientName,
  address: ({ recipientAddress }) => recipientAddress,
  what: ({ content }) => content,
  purpose: ({ purpose }) => purpose,
  basis: ({ basis }) => basis,
  basisReference: ({ basisReference }) => basisReference,
  consentRequestId: ({ consentRequestId }) => consentRequestId,
  consentSignedAt: ({ consentSignedAt }) => consentSignedAt?.toISOString() ?? null,
  enteredBy: ({ manual }) => manual && nameOf(manual.enteredBy),
  suspendedUntil: ({ manual }) => manual?.suspensions[0]?.endsOn.toISOString().slice(0, 10) ?? null,
  struckAt: ({ manual }) => manual?.struckAt?.toISOString() ?? null,
  strikeReason: ({ manual }) => manual?.strikeReason ?? null,
  id: ({ id }) => id,
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

/**
 * A part of the accounting for export: one row for each disclosure, the oldest first, also where the statement has
 * repeated looks as one entry. The export is recorded.
 */
export function exportAccounting(
  ctx: OperationContext,
  { after, ...raw }: z.input<typeof accountingInput> & Pick<PartArgs, 'after'>,
): Promise<ReportPart> {
  const { patientId, ...days } = parse(accountingInput, raw)
  return inTransaction(ctx, async (inside) => {
    const { patient: _patient, ...period } = await accountedPeriod(inside, patientId, days)
    const fetch = async ({ take }: PageQuery, bounds: readonly Bound[]): Promise<Row[]> => {
      const found = await readRows(inside, period, take, bounds)
      const disclosed = await loadDisclosed(inside, found)
      return disclosed.map((one, index) => {
        const { id, at } = found[index] as Found
        return { ...describeEntry(inside, period.periods, one), id, at }
      })
    }
    const { found, ...part } = await readPart({ order: oldestFirst, columns, fetch }, { after })
    await auditExported(inside, 'disclosure', {
      filters: filterNames(days),
      patientId,
      page: { asked: days, args: { after }, found },
    })
    return part
  })
}

type Found = Parameters<typeof loadDisclosed>[1][number] & { id: string; at: Date }

function readRows(
  ctx: OperationContext,
  period: Parameters<typeof entriesSql>[1],
  take: number,
  bounds: readonly Bound[],
): Promise<Found[]> {
  const { values, add } = newParameters()
  const entries = entriesSql(ctx, period, add)
  const [at, id] = bounds.map(({ value }) => value)
  const beyond =
    at === undefined ? '' : `WHERE (entry.at, entry.id) > (${add(at, 'timestamptz')}, ${add(id, 'uuid')})`
  return ctx.db.$queryRawUnsafe<Found[]>(
    `WITH ${entries}
     SELECT entry.id, entry.at, ${entryColumns}
     FROM ${entryTables}
     ${beyond} ORDER BY entry.at, entry.id LIMIT ${Number(take)}`,
    ...values,
  )
}
