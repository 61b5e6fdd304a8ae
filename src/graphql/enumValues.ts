/**
 * The values of an enum with their descriptions, as sentences. A value without one does not compile, unless a function makes it of
 * the value.
 */
export const enumValues = <const Value extends string>(
  values: readonly Value[],
  descriptions: Record<Value, string> | ((value: Value) => string),
) =>
  Object.fromEntries(
    values.map((value) => {
      const text = typeof descriptions === 'function' ? descriptions(value) : descriptions[value]
      return [value, { value, description: /[.?]$/.test(text) ? text : `${text}.` }]
    }),
  ) as { [Name in Value]: { value: Name; description: string } }
