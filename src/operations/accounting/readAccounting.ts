import { accountingPeriod, accountingPeriodProblems, STATEMENT_MAX } from '#domain/accounting/accounting.ts'
import { accountingInput } from '#domain/accounting/inputs.ts'
import { isSuspended } from '#domain/accounting/suspension.ts'
import { clinicDay, type Day } from '#domain/dates.ts'
import type { RecordFacts } from '#domain/records/categories.ts'
import type { Patient, PatientRequest, UserVersion } from '#infra/prisma/client.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { newParameters } from '../sqlParameters.ts'
import { type AuthorizationPeriods, readAuthorizationPeriods } from './authorizationPeriods.ts'
import {
  type AccountingEntry,
  copyRelations,
  type Disclosed,
  type DisclosedRecord,
  describeEntry,
  manualRelations,
} from './describeEntry.ts'
import { type AccountedPeriod, entriesSql, entryColumns, entryTables } from './looksSql.ts'

/** Disclosures of one kind to one recipient for one purpose, which 45 CFR 164.528(b)(3) lets a statement summarize. */
export type SummarizedEntry = AccountingEntry & { firstAt: Date; lastAt: Date; count: number }

/** The accounting of a patient's disclosures in a period. */
export type AccountingStatement = {
  clinicName: string
  patient: Patient
  fromDay: Day
  toDay: Day
  /** What must be accounted for. */
  required: SummarizedEntry[]
  /** Disclosures under a valid authorization, which 45 CFR 164.528(a)(1)(iv) exempts. */
  authorized: SummarizedEntry[]
  /** Entries that the patient does not learn of yet (45 CFR 164.528(a)(2)). */
  suspended: SummarizedEntry[]
  /** Entries that were struck as wrong. */
  struck: SummarizedEntry[]
  requests: PatientRequest[]
}

/**
 * Returns the accounting of a patient's disclosures, the oldest first, and the patient's requests for it. Repeated looks
 * are one entry. Throws `invalid` for a period beyond six years, and for one with more than 2,000 entries.
 */
export const readAccounting = operation(
  accountingInput,
  async (ctx, { patientId, ...days }): Promise<AccountingStatement> => {
    const { patient, ...period } = await accountedPeriod(ctx, patientId, days)
    const entries = await summarize(ctx, period)
    await auditListed(ctx, 'disclosure', { filters: filterNames(days), count: entries.length, patientId })
    const { fromDay, toDay } = period
    const valid = entries.filter(({ manual }) => !manual?.struckAt)
    const isWithheld = ({ manual }: AccountingEntry) =>
      manual !== null && isSuspended(manual.suspensions, ctx)
    const told = valid.filter((entry) => !isWithheld(entry))
    return {
      ...{ clinicName: ctx.name, patient, fromDay, toDay },
      required: told.filter(({ consentRequestId }) => consentRequestId === null),
      authorized: told.filter(({ consentRequestId }) => consentRequestId !== null),
      suspended: valid.filter(isWithheld),
      struck: entries.filter(({ manual }) => manual?.struckAt),
      requests: await ctx.db.patientRequest.findMany({
        where: { patientId },
        orderBy: [{ answeredOn: { sort: 'desc', nulls: 'first' } }, { dueOn: 'asc' }, { id: 'desc' }],
        take: 50,
      }),
    }
  },
)

type Days = { fromDay?: Day | null | undefined; toDay?: Day | null | undefined }
type Accounted = AccountedPeriod & { patient: Patient; periods: AuthorizationPeriods }

/** Loads what an accounting needs. Throws `not_found`, `forbidden`, or `invalid` for the period. */
export async function accountedPeriod(
  ctx: OperationContext,
  patientId: string,
  days: Days,
): Promise<Accounted> {
  const patient = await visiblePatient(ctx, patientId)
  authorize(ctx, 'disclosure.list', patient, { resourceType: 'patient', resourceId: patientId })
  const today = clinicDay(ctx.now(), ctx.timeZone)
  const period = accountingPeriod(days, today)
  const problems = accountingPeriodProblems(period, today)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const periods = await readAuthorizationPeriods(ctx, patientId)
  return { patient, patientId, ...period, periods, thresholds: periods.thresholds }
}

type Group = {
  source: Disclosed['source']
  firstAt: Date
  lastAt: Date
  count: number
  versionId: string | null
  action: string
  resourceType: string
  isOnPatient: boolean
  period: number
  manualId: string | null
  copyId: string | null
} & DisclosedRecord &
  RecordFacts & { isOfRecord: boolean }

/** PostgreSQL groups the rows, because one attorney may have looked at a list thousands of times. */
async function summarize(
  ctx: OperationContext,
  period: Omit<Accounted, 'patient'>,
): Promise<SummarizedEntry[]> {
  const { values, add } = newParameters()
  const groups = await ctx.db.$queryRawUnsafe<Group[]>(
    `WITH ${entriesSql(ctx, period, add)}
     SELECT min(entry.at) AS "firstAt", max(entry.at) AS "lastAt", count(*)::int AS count, ${entryColumns}
     FROM ${entryTables}
     GROUP BY entry.source, "versionId", entry.action, "resourceType", "isOnPatient", entry.period, "manualId", "copyId",
       "isOfRecord", file.category, file.service_date, record.kind, record.record_id, "fileName", entry.is_mistake, record.purpose, record.basis,
       record.basis_reference, record.consent_request_id, record.consent_signed_at
     ORDER BY "firstAt", "versionId", "resourceType" LIMIT ${STATEMENT_MAX + 1}`,
    ...values,
  )
  if (groups.length > STATEMENT_MAX)
    throw invalid({
      fromDay: `More than ${STATEMENT_MAX} entries. Choose a shorter period, or export the CSV.`,
    })
  const disclosed = await loadDisclosed(ctx, groups)
  const merged = new Map<string, SummarizedEntry>()
  for (const [index, { firstAt, lastAt, count }] of groups.entries()) {
    const entry = describeEntry(ctx, period.periods, disclosed[index] as Disclosed)
    const key = JSON.stringify({ ...entry, manual: entry.manual?.id })
    const same = merged.get(key)
    merged.set(key, {
      ...entry,
      firstAt: same && same.firstAt < firstAt ? same.firstAt : firstAt,
      lastAt: same && same.lastAt > lastAt ? same.lastAt : lastAt,
      count: (same?.count ?? 0) + count,
    })
  }
  return [...merged.values()].sort((one, other) => Number(one.firstAt) - Number(other.firstAt))
}

/** Loads the data that describe the rows: each recipient at that time, and the entries by staff. */
export async function loadDisclosed(
  { db }: OperationContext,
  rows: readonly Omit<Group, 'firstAt' | 'lastAt' | 'count'>[],
): Promise<Disclosed[]> {
  const versionIds = [...new Set(rows.flatMap(({ versionId }) => versionId ?? []))]
  const versions = new Map(
    (await db.userVersion.findMany({ where: { id: { in: versionIds } } })).map((one) => [one.id, one]),
  )
  const manualIds = rows.flatMap(({ manualId }) => manualId ?? [])
  const manuals = new Map(
    (await db.manualDisclosure.findMany({ where: { id: { in: manualIds } }, include: manualRelations })).map(
      (one) => [one.id, one],
    ),
  )
  const copyIds = [...new Set(rows.flatMap(({ copyId }) => copyId ?? []))]
  const copies = new Map(
    (await db.recipientCopy.findMany({ where: { id: { in: copyIds } }, include: copyRelations })).map(
      (one) => [one.id, one],
    ),
  )
  return rows.map((row): Disclosed => {
    const manual = row.manualId === null ? undefined : manuals.get(row.manualId)
    if (manual) return { source: 'manual', manual }
    const copy = row.copyId === null ? undefined : copies.get(row.copyId)
    if (copy) return { source: 'copy', copy }
    const version = versions.get(row.versionId ?? '') as UserVersion
    const { period, isOfRecord, category, serviceDate } = row
    const shown = { version, period, facts: isOfRecord ? { category, serviceDate } : null }
    return row.source === 'record'
      ? { source: 'record', ...shown, record: row }
      : { source: 'look', ...shown, look: row }
  })
}
