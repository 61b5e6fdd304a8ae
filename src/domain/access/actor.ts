import type { ApiKeyScope } from '../apiKeys/scopes.ts'

export const roles = ['admin', 'staff', 'attorney'] as const
export type Role = (typeof roles)[number]

/** A signed-in user, with the fields that the access rules need. */
export type Actor = {
  id: string
  role: Role
  mustChangePassword: boolean
  /** Whether the user must set up a second factor before doing anything else. */
  mustAddFactor?: boolean | undefined
  /** The law firm, if known. A form that names a firm covers its users. */
  firm?: string | null
  /** The API key that acts as the user; `undefined` if the person does. */
  key?: { id: string; scopes: readonly ApiKeyScope[] }
}

/** The role as the user list shows it. */
export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  staff: 'Staff',
  attorney: 'Attorney',
}

/** The sidebar and Settings have only two labels (SPEC 2.3, 2.12). */
export const shortRoleLabel = (role: Role): string => (role === 'admin' ? roleLabels.admin : roleLabels.staff)
