import type { Actor } from '#domain/access/actor.ts'

/** The error when work on a patient is assigned to a user who cannot see the patient. */
export const notOpenTo = ({ role }: Pick<Actor, 'role'>): string =>
  role === 'attorney'
    ? 'This attorney does not have this patient'
    : 'This chart is restricted, and not open to this person'
