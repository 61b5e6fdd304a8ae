import type { Role } from '#domain/access/actor.ts'

/** The password of every demo account; it opens demo data only. */
export const DEMO_PASSWORD = 'Clinic-demo-2026'

type Account = {
  key: string
  firstName: string
  lastName: string
  role: Role
  /** The law firm of an attorney. */
  firm?: string
  email?: string
  leftDaysAgo?: number
}

/** Who works at the demo clinic. The first is the administrator who made the other accounts. */
export const accounts = [
  { key: 'admin', firstName: 'Dana', lastName: 'Whitaker', role: 'admin', email: 'admin@clinic.test' },
  { key: 'staff', firstName: 'Marisol', lastName: 'Reyes', role: 'staff', email: 'staff@clinic.test' },
  {
    key: 'attorney',
    firstName: 'Theodore',
    lastName: 'Banks',
    role: 'attorney',
    firm: 'Banks & Park',
    email: 'attorney@clinic.test',
  },
  { key: 'priscilla', firstName: 'Priscilla', lastName: 'Okafor', role: 'admin' },
  { key: 'kevin', firstName: 'Kevin', lastName: 'Tran', role: 'staff' },
  { key: 'hannah', firstName: 'Hannah', lastName: 'Lindqvist', role: 'staff' },
  { key: 'paul', firstName: 'Paul', lastName: 'Novak', role: 'staff', leftDaysAgo: 25 },
  { key: 'rebecca', firstName: 'Rebecca', lastName: 'Stein', role: 'attorney', firm: 'Stein Law Office' },
  { key: 'samuel', firstName: 'Samuel', lastName: 'Adeyemi', role: 'attorney', firm: 'Adeyemi & Partners' },
  { key: 'grace', firstName: 'Grace', lastName: 'Park', role: 'attorney', firm: 'Banks & Park' },
  { key: 'luis', firstName: 'Luis', lastName: 'Ortega-Medina', role: 'attorney', firm: 'Ortega Injury Law' },
] as const satisfies Account[]

export type AccountKey = (typeof accounts)[number]['key']

/** The address an account signs in with. */
export const addressOf = (account: Account): string =>
  account.email ?? `${account.firstName}.${account.lastName}@clinic.test`.toLowerCase()
