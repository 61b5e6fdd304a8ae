type Value = string | number | null
/** Values by the names of the input's fields. */
export type Input = Record<string, Value>

/** A value as GraphQL writes it. */
const literal = (value: Value | Input): string =>
  value !== null && typeof value === 'object'
    ? `{ ${Object.entries(value)
        .map(([name, one]) => `${name}: ${literal(one)}`)
        .join(', ')} }`
    : JSON.stringify(value)

/** Every way to pass the one `input` of a mutation that takes strings. */
const spellings: [
  string,
  (mutation: string, type: string, input: Input) => { query: string; variables: object },
][] = [
  [
    '$input',
    (mutation, type, input) => ({
      query: `mutation($input: ${type}!) { ${mutation}(input: $input) { id } }`,
      variables: { input },
    }),
  ],
  [
    '$i',
    (mutation, type, input) => ({
      query: `mutation($i: ${type}!) { ${mutation}(input: $i) { id } }`,
      variables: { i: input },
    }),
  ],
  [
    'a default of $i',
    (mutation, type, input) => ({
      query: `mutation($i: ${type}! = ${literal(input)}) { ${mutation}(input: $i) { id } }`,
      variables: {},
    }),
  ],
  [
    'a literal',
    (mutation, _type, input) => ({
      query: `mutation { ${mutation}(input: ${literal(input)}) { id } }`,
      variables: {},
    }),
  ],
  [
    'a literal under an alias in a fragment',
    (mutation, _type, input) => ({
      query: `mutation { ...F } fragment F on Mutation { other: ${mutation}(input: ${literal(input)}) { id } }`,
      variables: {},
    }),
  ],
]

const variablesInLiteral = (mutation: string, types: Record<string, string>, input: Input) => ({
  query: `mutation(${Object.entries(types)
    .map(([name, type]) => `$${name}_: ${type}`)
    .join(' ')}) {
    ${mutation}(input: { ${Object.keys(types)
      .map((name) => `${name}: $${name}_`)
      .join(' ')} }) { id }
  }`,
  variables: Object.fromEntries(Object.keys(types).map((name) => [`${name}_`, input[name]])),
})

/** A mutation with its one `input`, passed in every possible way. `types` is for the fields passed as variables. */
export const allSpellings = (mutation: string, type: string, types: Record<string, string>, input: Input) => [
  ...spellings.map(([name, spell]) => ({ name, request: spell(mutation, type, input) })),
  { name: 'variables in a literal', request: variablesInLiteral(mutation, types, input) },
]
