import { type Client, Pool } from 'pg'
import { setUpConnection } from '#infra/applicationConnection.ts'
import { median } from './rounds.ts'
import type { Settings } from './settings.ts'
import { type BenchDatabase, withClient } from './stage.ts'
import type { Figure } from './table.ts'

/** The variants compared: 64 chains as in production, one chain, and no chain. */
const ways = [
  { name: '64 lanes', lanes: 64, isChained: true },
  // Each transaction waits for the previous one to commit. This is the cost of a single chain.
  { name: 'one lane', lanes: 1, isChained: true },
  { name: 'unchained', lanes: 64, isChained: false },
] as const
type Way = (typeof ways)[number]

/** The cost of audit chains: transactions with one audit row each, on 1 and on 20 connections. */
export async function chainFigures(database: BenchDatabase, settings: Settings): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const connections of [1, 20]) {
    const rates = new Map(ways.map(({ name }) => [name, [] as number[]]))
    for (let round = 0; round < settings.rounds; round += 1)
      for (const way of turned(round))
        rates.get(way.name)?.push(await perSecond(database, way, connections, settings.seconds))
    const [lanes = 0, one = 0, none = 0] = ways.map(({ name }) => median(rates.get(name) ?? []))
    figures.push({
      id: 'S58',
      what: `audited transactions a second on ${connections} connections`,
      goal: '',
      measured: `64 chains ${Math.round(lanes)}, one chain ${Math.round(one)}, no chain ${Math.round(none)}`,
      isMet: null,
    })
  }
  return figures
}

/** Rotates the order from round to round, so that noise on the machine affects all variants alike. */
const turned = (by: number) => ways.map((_, at) => ways[(at + by) % ways.length] as Way)

async function perSecond(
  { appUrl, ownerUrl }: BenchDatabase,
  way: Way,
  connections: number,
  seconds: number,
): Promise<number> {
  await withClient(ownerUrl, (owner) => prepare(owner, way))
  const pool = new Pool({
    connectionString: appUrl,
    max: connections,
    onConnect: (client) => setUpConnection(client, {}),
  })
  pool.on('error', () => {}) // an idle connection fails when the server stops
  let count = 0
  const end = performance.now() + seconds * 1000
  const write = async () => {
    const client = await pool.connect()
    for (; performance.now() < end; count += 1) {
      await client.query('begin')
      await client.query({ name: 'write', text: oneRow })
      await client.query('commit')
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, write)).finally(() => pool.end())
  return count / seconds
}

async function prepare(owner: Client, { lanes, isChained }: Way): Promise<void> {
  const { rows } = await owner.query<{ is: string }>(
    "select pg_get_functiondef('chain_audit_row'::regproc) as is",
  )
  const own = lanes === 1 ? '0' : `pg_backend_pid() % ${lanes}`
  await owner.query((rows[0]?.is ?? '').replace(/(own CONSTANT SMALLINT := )[^;]+/, `$1${own}`))
  await owner.query(`
    set session_replication_role = replica;
    truncate audit_logs, audit_lanes;
    insert into audit_lanes (lane, head) select lane, sha256('') from generate_series(0, ${lanes - 1}) lane;
    alter table audit_logs alter lane drop not null, alter position drop not null, alter hash drop not null;
    alter table audit_logs ${isChained ? 'enable' : 'disable'} trigger audit_logs_chained`)
}

const oneRow = `
  insert into audit_logs (id, user_id, patient_id, action, resource_type, resource_id, details, ip_address,
    user_agent, request_id)
  values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'viewed', 'patient', gen_random_uuid()::text,
    '{"fields": ["phone"]}', '192.0.2.1', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', gen_random_uuid()::text)`
