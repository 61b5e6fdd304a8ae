import { ask, newAgent, UnexpectedAnswer } from './load.ts'
import { page, signIn } from './requests.ts'
import { median } from './rounds.ts'
import { type Server, startProduct } from './servers.ts'
import type { BenchDatabase, Stage } from './stage.ts'
import { type Figure, msAtMost } from './table.ts'

const BOOTS = 5
const IN_FLIGHT = 1000

/** P10: the time until the product is ready, and the responses lost when SIGTERM stops it. */
export async function startFigures(stage: Stage, database: BenchDatabase): Promise<Figure[]> {
  // The first start on a database also creates the job queue's tables.
  await (await startProduct(stage, database)).stop()
  const boots: number[] = []
  for (let boot = 0; boot < BOOTS; boot += 1) {
    const product = await startProduct(stage, database)
    boots.push(product.bootMs)
    await product.stop()
  }
  return [
    msAtMost('P10', 'start to first good response', median(boots), 2500),
    await stopFigure(await startProduct(stage, database), database),
  ]
}

/** All requests have been sent over open connections when SIGTERM arrives. One without a full response is lost. */
async function stopFigure(product: Server, database: BenchDatabase): Promise<Figure> {
  const { url } = product
  const request = (await signIn(product, database.staffEmail)).list()
  const agent = newAgent(IN_FLIGHT)
  await atOnce(() => ask(agent, { ...page({ url }, '/healthz'), begins: '' }))
  let firstAnswered = () => {}
  const someAnswered = new Promise<void>((done) => {
    firstAnswered = done
  })
  const answers = atOnce(() => ask(agent, request).finally(() => firstAnswered()))
  await someAnswered
  const code = await product.stop()
  const failures = (await answers).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  agent.destroy()
  const refused = failures.filter((failure) => failure instanceof UnexpectedAnswer).length
  const lost = failures.length - refused
  return {
    id: 'P10',
    what: `requests lost of ${IN_FLIGHT} in flight at SIGTERM`,
    goal: '0',
    measured: `${lost} (error responses: ${refused}; exit code ${code})`,
    isMet: lost === 0 && code === 0,
  }
}

const atOnce = <Result>(work: () => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: IN_FLIGHT }, work))
