import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FilledTrail } from './auditTrail.ts'
import { grown, type Sized } from './growthFigures.ts'
import { signIn, type TrailVariables } from './requests.ts'
import { environmentOf } from './servers.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'
import type { Figure } from './table.ts'

const DAY = 24 * 3600 * 1000

/** P5: the cost of one page of the audit log with many rows, relative to few; and the speed of `audit:verify`. */
export async function auditFigures(
  stage: Stage,
  small: Sized,
  large: Sized,
  settings: Settings,
): Promise<Figure[]> {
  const [few, many] = [
    await signIn(small.product, small.database.adminEmail),
    await signIn(large.product, large.database.adminEmail),
  ]
  const sizes = `${large.database.trail.auditRows} to ${small.database.trail.auditRows} audit rows`
  const figures: Figure[] = []
  for (const [name, filter] of Object.entries(filters))
    figures.push(
      await grown(`audit log, ${name}, ${sizes}`, 1.5, settings, [
        few.trail(filter(small.database.trail)),
        many.trail(filter(large.database.trail)),
      ]),
    )
  return [...figures, checkFigure(stage, large)]
}

// Half of the three years that the audit log covers. Every filter still fills a page of the small audit log.
const half = {
  from: new Date(Date.now() - 900 * DAY).toISOString(),
  to: new Date(Date.now() - 300 * DAY).toISOString(),
}

const filters: Record<string, (trail: FilledTrail) => TrailVariables> = {
  'page 1': () => ({}),
  'by user': ({ busyUser }) => ({ userId: busyUser }),
  'by patient': ({ busyPatient }) => ({ patientId: busyPatient }),
  'by action': () => ({ action: 'updated' }),
  'by object': () => ({ resourceType: 'patient' }),
  'by date': () => half,
  'by user and date': ({ busyUser }) => ({ userId: busyUser, ...half }),
  'by patient and date': ({ busyPatient }) => ({ patientId: busyPatient, ...half }),
  'by action and date': () => ({ action: 'updated', ...half }),
  'by user and action': ({ busyUser }) => ({ userId: busyUser, action: 'updated' }),
}

/** Runs `audit:verify` itself over the large audit log. */
function checkFigure(stage: Stage, { database }: Sized): Figure {
  const script = fileURLToPath(new URL('../src/cli/verifyAudit.ts', import.meta.url))
  const said = execFileSync(process.execPath, [script], {
    env: { ...process.env, ...environmentOf(stage, database) },
    encoding: 'utf8',
  })
  const seconds = Number(/verified in ([\d.]+) s/.exec(said)?.[1])
  if (!(seconds > 0)) throw new Error(`audit:verify printed no time: ${said}`)
  return {
    id: 'S58',
    what: `audit:verify over ${database.trail.auditRows} rows`,
    goal: '',
    measured: `${Math.round(seconds)} s, ${Math.round(database.trail.auditRows / seconds)} rows a second`,
    isMet: null,
  }
}
