import type { ApiKeyScope } from '../apiKeys/scopes.ts'

export const roles = ['admin', 'staff', 'attorney'] as const
export type Role = (typeof roles)[number]

/** A signed-in user, with the fields that the access rules need. */
export type Actor = {
  id: string
  role: Role
  mustChangePassword: boolean
  /** The API key that acts as them; absent for the person themselves. */
  key?: { id: string; scopes: readonly ApiKeyScope[] }
}

/** The role as the user list tells it. */
export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  staff: 'Staff',
  attorney: 'Attorney',
}

/** Sidebar and Settings know two labels only (SPEC 2.3, 2.12). */
export const shortRoleLabel = (role: Role): string => (role === 'admin' ? roleLabels.admin : roleLabels.staff)
