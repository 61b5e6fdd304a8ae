import type { Tone } from '#ui/theme.css.ts'
import { fullName } from '../patients/PatientRow.ts'

export type Provider = { id: string; firstName: string; lastName: string }

/** The colors of providers. Red stays for errors. */
const tones = ['ready', 'info', 'done', 'positive', 'caution', 'slate'] as const satisfies readonly Tone[]

/**
 * The color of each provider, which initials or the name always go with. By order of creation, so that a new user does
 * not change the colors of the others; after six they repeat.
 */
export function tonesOf(providers: readonly Provider[]): (providerId: string) => Tone {
  const ids = providers.map(({ id }) => id).sort()
  return (providerId) => tones[ids.indexOf(providerId) % tones.length] ?? 'neutral'
}

/** The distinct providers by name. */
export function distinct(providers: readonly Provider[]): Provider[] {
  const byId = new Map(providers.map((one) => [one.id, one]))
  return [...byId.values()].sort((one, other) => fullName(one).localeCompare(fullName(other)))
}
