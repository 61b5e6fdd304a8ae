import type { Actor } from '#domain/access/actor.ts'

/** Why somebody is given nothing to do with a patient. */
export const notOpenTo = ({ role }: Pick<Actor, 'role'>): string =>
  role === 'attorney'
    ? 'This attorney does not have this patient'
    : 'This chart is restricted, and not open to this person'
