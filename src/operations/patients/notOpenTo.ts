import type { Actor } from '#domain/access/actor.ts'

/** The error when work on a patient is assigned to a user who cannot see the patient. */
export const notOpenTo = ({ role }: Pick<Actor, 'role'>): string =>
  role === 'attorney'
    ? 'This patient is not assigned to this attorney'
    : 'This chart is restricted, and this user cannot open it'
