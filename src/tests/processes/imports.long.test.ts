import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { uploadForm } from '#tests/support/recordFiles.ts'
import { startServer } from '#tests/support/serverProcess.ts'
import type { Caller } from './caller.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'

const ROWS = 100_000
/** The limit of peak memory in the second half of the rows relative to the first. It must not grow with the rows. */
const GROWTH = 1.25

const header = 'First,Last,Email,Born,Phone,Street,City\n'
/** Distinct patients, except that each hundredth row repeats the previous one and each thousandth has no first name. */
const row = (n: number) => {
  const who = n % 100 === 99 ? n - 1 : n
  return `${n % 1000 === 0 ? '' : `First${who}`},Last${who},p${who}@example.test,${1950 + (who % 50)}-0${1 + (who % 9)}-11,555-${who},${who} Main St,Reno\n`
}
const table = Buffer.from(header + Array.from({ length: ROWS }, (_, n) => row(n)).join(''))
const mapping = ['firstName', 'lastName', 'email', 'dateOfBirth', 'phone', 'address', 'address'].map(
  (field, column) => ({ column, field }),
)

type Stand = { state: string; rowsDone: number; created: number; duplicates: number; refused: number }

async function ask<Data>(call: Caller, query: string, variables: object): Promise<Data> {
  const { json } = await call('POST', '/graphql', { query, variables })
  const { data, errors } = json as { data: Data; errors?: object[] }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const facts = 'state rowsDone created duplicates refused'
const standOf = async (call: Caller, id: string): Promise<Stand> => {
  const query = `query ($id: ID!) { patientImport(id: $id) { ${facts} } }`
  return (await ask<{ patientImport: Stand }>(call, query, { id })).patientImport
}

async function until(
  call: Caller,
  id: string,
  isThere: (stand: Stand) => boolean,
  look = () => {},
): Promise<Stand> {
  for (;;) {
    const stand = await standOf(call, id)
    look()
    if (isThere(stand)) return stand
    if (stand.state === 'failed') throw new Error(JSON.stringify(stand))
    await sleep(100)
  }
}

const memoryOf = (pid: number | undefined): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

async function uploaded(admin: Caller): Promise<string> {
  const { json } = await admin.upload('/api/patient-imports', uploadForm('many.csv', table))
  return (json as { id: string }).id
}

const check = (admin: Caller, importId: string) =>
  ask(admin, 'mutation ($input: CheckPatientImportInput!) { checkPatientImport(input: $input) { id } }', {
    input: { importId, mapping },
  })
const run = (admin: Caller, importId: string) =>
  ask(admin, 'mutation ($input: PatientImportIdInput!) { runPatientImport(input: $input) { id } }', {
    input: { importId },
  })

test('an import of 100,000 patients uses constant memory, survives a kill and creates each patient once', {
  timeout: 1_200_000,
}, async () => {
  const { folder, settings, server: first, callers } = await openStaffedClinic()
  let server = first
  let [admin] = callers as [Caller]
  try {
    const id = await uploaded(admin)
    await check(admin, id)
    const tried = await until(admin, id, ({ state }) => state === 'checked')
    const [duplicates, refused] = [ROWS / 100, ROWS / 1000]
    expect(tried).toMatchObject({ duplicates, refused, created: ROWS - duplicates - refused })

    await run(admin, id)
    await until(admin, id, ({ rowsDone }) => rowsDone >= ROWS / 5)
    server.child.kill('SIGKILL')
    await server.over
    server = await startServer(settings)
    admin = admin.at(server.url)
    const before = await standOf(admin, id)
    expect(before.rowsDone).toBeLessThan(ROWS)

    const peak = { first: 0, second: 0 }
    let began = 0
    let from = 0
    const finished = await until(admin, id, ({ state, rowsDone }) => {
      const memory = memoryOf(server.child.pid)
      if (rowsDone > before.rowsDone && began === 0) [began, from] = [performance.now(), rowsDone]
      const half = rowsDone < (before.rowsDone + ROWS) / 2 ? 'first' : 'second'
      peak[half] = Math.max(peak[half], memory)
      return state === 'finished'
    })
    const rate = (ROWS - from) / ((performance.now() - began) / 1000)
    console.log(
      `  ${ROWS} rows: ${Math.round(rate)} rows/s, at most ${Math.round(peak.first / 2 ** 20)} MB in the first half, ${Math.round(peak.second / 2 ** 20)} MB in the second`,
    )
    expect(finished).toMatchObject({ ...tried, state: 'finished' })
    expect(peak.second).toBeLessThan(GROWTH * peak.first)
    const count = async (sql: string) => Number((await folder.ask(`SELECT count(*) AS n FROM ${sql}`))[0]?.n)
    expect(await count('patients')).toBe(tried.created)
    expect(await count("audit_logs WHERE action = 'created' AND resource_type = 'patient'")).toBe(
      tried.created,
    )
    expect(await count('patient_status_changes')).toBe(tried.created)
    expect(await brokenAuditLog(settings)).toBe(null)

    const again = await uploaded(admin)
    await check(admin, again)
    expect(await until(admin, again, ({ state }) => state === 'checked')).toMatchObject({ created: 0 })
  } finally {
    await server.stop()
    folder.remove()
  }
})
