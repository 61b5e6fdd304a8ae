/** Collects the values of a statement in SQL while its text is written. */
export type Parameters = {
  values: unknown[]
  /** Adds a value and returns its place in the text, such as `$2::uuid`. */
  add: (value: unknown, type: string) => string
}

export function newParameters(): Parameters {
  const values: unknown[] = []
  return { values, add: (value, type) => `$${values.push(value)}::${type}` }
}
