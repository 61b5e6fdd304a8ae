import { expect } from 'vitest'
import { entriesSql } from '#operations/accounting/looksSql.ts'
import { newParameters } from '#operations/sqlParameters.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { type Operation, rootFieldsOf } from './documents.ts'
import { OURS } from './people.ts'
import { requestAs, throughGraphQL } from './request.ts'
import { type Setup, test } from './setup.ts'
import { statementsOf, table } from './table.ts'

/** What an attorney may ask for: everything with a statement that allows it, and what a secret link opens. */
const cases = (['Query', 'Mutation'] as const).flatMap((operation: Operation) =>
  Object.entries(table[operation])
    .filter(([field]) => field in rootFieldsOf(operation))
    .flatMap(([field, stated]) =>
      statementsOf(stated)
        .filter(({ verdicts, transport }) => verdicts.attorneyAssigned === 'allow' && transport !== 'rest')
        // The other statements of a field differ in who may use it.
        .slice(0, 1)
        .map((statement) => ({
          name: [field, statement.about].filter(Boolean).join(' '),
          operation,
          field,
          statement,
        })),
    ),
)

/** The patient's name is only in the text of a task that belongs to no patient. */
const namesNoPatient = [
  'task of an attorney, without a patient',
  'editTask of an attorney, without a patient',
]

test('every answer that shows an attorney data of a patient is in the accounting', async ({
  setup,
  opened,
}) => {
  const missing: string[] = []
  let shown = 0
  const before = await entriesOf(opened, setup)
  for (const { name, operation, field, statement } of cases) {
    const { fixtures, server, entered, state } = setup
    const way = throughGraphQL(operation, field)
    const args = statement.ask?.(fixtures, fixtures.people.attorneyAssigned.id) ?? {}
    const { code, text } = way.read(await requestAs(server, entered.attorneyAssigned, way.question(args)))
    const isShown = code === 'data' && showsPatient(text, setup)
    const after = isShown ? await entriesOf(opened, setup) : before
    await state.restore(await state.changed())
    if (!isShown) continue
    shown += 1
    const patients = patientsIn(text, setup)
    const isAccounted =
      patients.length > 0
        ? patients.every((id) => (after.get(id) ?? 0) > (before.get(id) ?? 0))
        : [...after].some(([id, count]) => count > (before.get(id) ?? 0))
    if (!isAccounted) missing.push(name)
  }
  expect(shown).toBeGreaterThan(30)
  expect(missing.filter((name) => !namesNoPatient.includes(name))).toEqual([])
})

const ourPatients = ({ fixtures: { at, restricted } }: Setup) => [...Object.values(at), restricted]

const showsPatient = (text: string, setup: Setup) => text.includes(OURS) || patientsIn(text, setup).length > 0

const patientsIn = (text: string, setup: Setup) =>
  ourPatients(setup).flatMap(({ id }) => (text.includes(id) ? [id] : []))

/** The number of disclosures of each patient so far. */
async function entriesOf(clinic: TestClinic, setup: Setup): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { id } of ourPatients(setup)) {
    const { values, add } = newParameters()
    const period = { patientId: id, fromDay: '2020-01-01', toDay: '2030-01-01', thresholds: [] }
    const sql = `WITH ${entriesSql({ timeZone: 'UTC' }, period, add)}
      SELECT count(*)::int AS count FROM entry WHERE source <> 'manual'`
    const [row] = await clinic.db.$queryRawUnsafe<{ count: number }[]>(sql, ...values)
    found.set(id, row?.count ?? 0)
  }
  return found
}
