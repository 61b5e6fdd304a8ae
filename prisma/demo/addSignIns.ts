import { addAuditRow, type Caller, type Coworker, type DemoClinic, minutesAfter } from './demoClinic.ts'

/** The last working days for which the audit log has sign-ins and sign-outs. */
const DAYS = 10

/** Adds a sign-in before each user's first action of a day, with a few wrong passwords and sign-outs. */
export function addSignIns(clinic: DemoClinic): void {
  const since = clinic.office.before(DAYS)
  for (const worker of clinic.staff.values()) {
    const acts = clinic.rows.audit.filter(
      ({ userId, createdAt }) => userId === worker.userId && createdAt >= since,
    )
    for (const moments of byDay(
      clinic,
      acts.map(({ createdAt }) => createdAt),
    )) {
      signInAndOut(clinic, worker, moments)
    }
  }
  const stranger: Caller = { userId: null, ipAddress: '203.0.113.251', userAgent: 'curl/8.16.0' }
  const at = clinic.office.before(6.3)
  for (const seconds of [0, 4, 9]) session(clinic, stranger, minutesAfter(at, seconds / 60), 'login_failed')
}

function byDay({ office }: DemoClinic, moments: Date[]): Date[][] {
  const days = new Map<string, Date[]>()
  for (const moment of moments.toSorted((one, other) => one.getTime() - other.getTime())) {
    const day = office.day(moment)
    days.set(day, [...(days.get(day) ?? []), moment])
  }
  return [...days.values()]
}

function signInAndOut(clinic: DemoClinic, worker: Coworker, moments: Date[]): void {
  const { chance, office } = clinic
  const [first] = moments
  const last = moments.at(-1)
  if (!first || !last) return
  const signedIn = minutesAfter(first, -chance.between(4, 16))
  if (chance.between(0, 1) < 0.08) session(clinic, worker, minutesAfter(signedIn, -0.4), 'login_failed')
  session(clinic, worker, signedIn, 'login')
  const signedOut = minutesAfter(last, chance.between(5, 25))
  if (signedOut < office.now && chance.between(0, 1) < 0.5) session(clinic, worker, signedOut, 'logout')
}

const session = (clinic: DemoClinic, who: Caller, at: Date, action: 'login' | 'login_failed' | 'logout') =>
  addAuditRow(clinic, who, at, { action, resourceType: 'session', resourceId: null })
