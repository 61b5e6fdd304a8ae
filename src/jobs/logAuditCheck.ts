import type { Logger } from 'pino'
import type { TrailChecked } from '#operations/audit/checkAuditTrail.ts'

/**
 * One line for each check of the whole trail. The log is outside the database: whoever rewrites the whole chain there
 * cannot change the digest that stands here (`npm run audit:verify -- <digest>` compares).
 */
export function logAuditCheck(log: Logger, { id: check, digest, rows, brokenLink }: TrailChecked): void {
  const facts = { check, digest, rows, ...(brokenLink && { brokenLink }) }
  if (brokenLink) log.error(facts, 'audit trail broken')
  else log.info(facts, 'audit trail intact')
}
