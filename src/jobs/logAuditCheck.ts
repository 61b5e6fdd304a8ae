import type { Logger } from 'pino'
import type { TrailChecked } from '#operations/audit/checkAuditTrail.ts'

/**
 * Logs one line for each verification of the whole audit log. The log is outside the database, so a rewritten chain
 * cannot change the digest in it (`npm run audit:verify -- <digest>` compares).
 */
export function logAuditCheck(log: Logger, { id: check, digest, rows, brokenLink }: TrailChecked): void {
  const facts = { check, digest, rows, ...(brokenLink && { brokenLink }) }
  if (brokenLink) log.error(facts, 'audit trail broken')
  else log.info(facts, 'audit trail intact')
}
