import { Failure } from './errors.ts'

/** The limits on the variables or body of a request, checked before validation. */
export const valueLimits = { depth: 16, values: 10_000 } as const

/** Throws `invalid` for variables or a body with too much nesting or too many values. Works without recursion. */
export function refuseTooManyValues(variables: Record<string, unknown>, name = 'the variables'): void {
  let values = 0
  let level: unknown[] = [variables]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > valueLimits.depth)
      throw new Failure('invalid', `Nest ${name} at most ${valueLimits.depth} levels deep`)
    const next: unknown[] = []
    for (const value of level) {
      if (value === null || typeof value !== 'object') continue
      const held = Object.values(value)
      values += held.length
      if (values > valueLimits.values)
        throw new Failure('invalid', `Send at most ${valueLimits.values} values in ${name}`)
      for (const one of held) next.push(one)
    }
    level = next
  }
}
