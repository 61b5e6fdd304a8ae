import { attachDatabase } from '#app/databases.ts'
import { createServices } from '#app/services.ts'
import { describeBrokenLink } from '#domain/audit/integrity.ts'
import { Failure } from '#domain/errors.ts'
import { readEnvironment } from '#infra/environment.ts'
import { checkAuditTrail, type TrailChecked } from '#operations/audit/checkAuditTrail.ts'
import { visitTo } from '#operations/context.ts'

// Checks the whole audit trail from the command line, also while Caseload runs. With the digest that an earlier check
// logged it finds out, too, whether the trail still leads through what was there then. Ends with 0 when the trail is
// intact, 1 when it is broken, 2 when it could not be checked.

async function main(digest: string | undefined): Promise<void> {
  const environment = readEnvironment()
  const stores = await attachDatabase(environment)
  const clinic = await createServices(environment, stores.appUrl)
  const request = {
    id: 'audit-verify',
    ipAddress: null,
    userAgent: 'npm run audit:verify',
    listed: new Map(),
  }
  const began = performance.now()
  try {
    const system = visitTo(clinic, { request })
    const checked = await checkAuditTrail(system, digest === undefined ? {} : { digest })
    report(checked, (performance.now() - began) / 1000)
  } finally {
    await clinic.db.$disconnect()
    await stores.stop()
  }
}

function report({ rows, lanes, brokenLink, digest }: TrailChecked, seconds: number): void {
  console.log(`${rows} rows in ${lanes} chains, verified in ${seconds.toFixed(1)} s`)
  console.log(brokenLink ? `BROKEN. ${describeBrokenLink(brokenLink)}` : 'Intact')
  console.log(`Digest of all heads: ${digest}`)
  if (brokenLink) process.exitCode = 1
}

try {
  await main(process.argv[2])
} catch (error) {
  const isSaid = error instanceof Failure || (error instanceof Error && !('code' in error))
  console.error(isSaid ? (error as Error).message : error)
  // A digest that nobody knows any more is a finding, not a fault.
  process.exitCode = error instanceof Failure ? 1 : 2
}
