/** The result of one check. `action` says what to do about it. */
export type Finding = {
  check: string
  /** `off` is a part that is not set up. */
  state: 'ok' | 'off' | 'warning' | 'problem'
  message: string
  action?: string
}

/** A check, which may return several findings. */
export type Check = { name: string; run: () => Promise<Omit<Finding, 'check'>[]> }

export const ok = (message: string) => [{ state: 'ok' as const, message }]
export const off = (message: string, action: string) => [{ state: 'off' as const, message, action }]
export const warning = (message: string, action: string) => [{ state: 'warning' as const, message, action }]
export const problem = (message: string, action: string) => [{ state: 'problem' as const, message, action }]

/** Runs the checks one after another. A check that fails is a problem, and the next one runs. */
export async function runChecks(
  checks: readonly Check[],
  explain: (error: unknown) => string,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    const found = await run().catch((error: unknown) =>
      problem(explain(error), 'Mend this first, then run npm run doctor again.'),
    )
    findings.push(...found.map((one) => ({ check: name, ...one })))
  }
  return findings
}
