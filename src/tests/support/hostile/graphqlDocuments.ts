/** A GraphQL request that is expensive to process: its name and its raw body. */
export type HostileRequest = { name: string; body: Buffer }

const times = <Part>(n: number, part: (n: number) => Part): Part[] =>
  Array.from({ length: n }, (_, index) => part(index))

const request = (name: string, query: string, variables?: unknown): HostileRequest => ({
  name,
  body: Buffer.from(JSON.stringify({ query, ...(variables !== undefined && { variables }) })),
})

/** The document of a request, for tests without HTTP. */
export const documentIn = ({ body }: HostileRequest): string =>
  (JSON.parse(body.toString()) as { query: string }).query

/** `n` fragments that each spread the next one twice. Fully expanded, they have 2^n fields. */
export const fragmentChain = (n: number): HostileRequest =>
  request(
    `a chain of ${n} fragments, with a required variable missing`,
    `query($id: ID!) { ...F0 patient(id: $id) { id } } ${chain(n)} fragment F${n} on Query { me { id } }`,
  )

const chain = (n: number) =>
  times(n, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`).join(' ')

/** The same chain with each spread one field deeper, so that skipping fragments already visited does not help. */
export const deepFragmentChain = (n: number): HostileRequest => {
  const links = times(
    n,
    (at) => `fragment F${at} on __Type { ofType { ...F${at + 1} } interfaces { ...F${at + 1} } }`,
  )
  return request(
    `a chain of ${n} fragments, each in two fields`,
    `{ __type(name: "User") { ...F0 } } ${links.join(' ')} fragment F${n} on __Type { name }`,
  )
}

/** A chain of fragments below the introspection fields. */
export const introspectionChain = (n: number): HostileRequest => {
  const links = times(n, (at) => `fragment F${at} on __Type { ...F${at + 1} ...F${at + 1} }`)
  return request(
    `a chain of ${n} fragments about the schema`,
    `{ __type(name: "User") { ...F0 } } ${links.join(' ')} fragment F${n} on __Type { fields { name } }`,
  )
}

/** A cycle of `n` fragments. */
export const fragmentCycle = (n: number): HostileRequest => {
  const links = times(n, (at) => `fragment F${at} on Query { ...F${(at + 1) % n} }`)
  return request(`a cycle of ${n} fragments`, `{ ...F0 } ${links.join(' ')}`)
}

/** `n` fragments that each spread all of them, which makes countless cycles. */
export const fragmentTangle = (n: number): HostileRequest => {
  const spreads = times(n, (at) => `...F${at}`).join(' ')
  const links = times(n, (at) => `fragment F${at} on Query { ${spreads} }`)
  return request(`a tangle of ${n} fragments`, `{ ...F0 } ${links.join(' ')}`)
}

/** `n` unused fragments. */
export const unusedFragments = (n: number): HostileRequest =>
  request(
    `${n} fragments that nothing uses`,
    `{ me { id } } ${times(n, (at) => `fragment F${at} on Query { me { id } }`).join(' ')}`,
  )

/** One field under `n` aliases. */
export const aliasFlood = (n: number): HostileRequest =>
  request(`${n} aliases`, `{ ${times(n, (at) => `a${at}: me { id }`).join(' ')} }`)

/** One field with `n` directives. */
export const directiveFlood = (n: number): HostileRequest =>
  request(`${n} directives`, `{ me { id ${'@a '.repeat(n)}} }`)

/** One field repeated `n` times, so that validation compares every pair. */
export const overlappingFields = (n: number): HostileRequest =>
  request(`one field ${n} times`, `{ ${'me { id } '.repeat(n)}}`)

/** `n` nested levels of one field, each twice, so that the number of pairs is quadratic. */
export const overlappingLevels = (n: number): HostileRequest => {
  const level = (left: number): string => (left === 0 ? 'id' : `createdBy { ${level(left - 1)} } `.repeat(2))
  return request(`one field twice on ${n} levels`, `{ patient(id: "1") { ${level(n)} } }`)
}

/** `n` fragments in one selection, so that validation compares every pair. */
export const overlappingFragments = (n: number): HostileRequest => {
  const names = times(n, (at) => `F${at}`)
  const spreads = names.map((name) => `...${name}`).join(' ')
  const links = names.map((name) => `fragment ${name} on Query { me { id role } }`)
  return request(`${n} fragments over the same field`, `{ ${spreads} } ${links.join(' ')}`)
}

/** Fields nested `n` deep. */
export const deepFields = (n: number): HostileRequest =>
  request(`fields ${n} deep`, `{ ${'me { '.repeat(n)}id ${'} '.repeat(n)}}`)

/** A literal with lists nested `n` deep. */
export const deepLiteral = (n: number): HostileRequest =>
  request(`a literal ${n} deep`, `{ patients(search: ${'['.repeat(n)}${']'.repeat(n)}) { totalCount } }`)

/** `n` operations that share `n` uses of undeclared variables. */
export const operationFlood = (n: number): HostileRequest =>
  request(
    `${n} operations`,
    `${times(n, (at) => `query Q${at} { ...F }`).join(' ')} fragment F on Query { ${times(n, (at) => `user(id: $v${at}) { id }`).join(' ')} }`,
  )

const withFilter = 'mutation($input: SaveViewInput!) { saveView(input: $input) { id } }'

/** Variables nested `n` deep, alternating lists and objects. */
export const deepVariables = (n: number): HostileRequest => ({
  name: `variables ${n} deep`,
  body: Buffer.from(
    `{"query":${JSON.stringify(withFilter)},"variables":{"input":{"name":"x","screen":"patients","filter":${'{"a":['.repeat(n)}1${']}'.repeat(n)}}}}`,
  ),
})

/** A list of `n` values where one is expected. */
export const wideVariables = (n: number): HostileRequest =>
  request(`a list of ${n} values`, withFilter, { input: times(n, () => ({})) })

/** An input object with `n` unknown fields. */
export const manyFields = (n: number): HostileRequest =>
  request(`an object of ${n} fields`, withFilter, {
    input: Object.fromEntries(times(n, (at) => [`field${at}`, at])),
  })

/** A field name of this length, which every error message would repeat. */
export const hugeName = (bytes: number): HostileRequest =>
  request(
    `a name of ${bytes} bytes`,
    `query ${'n'.repeat(bytes)} { ${times(50, (at) => `user(id: $v${at}) { id }`).join(' ')} }`,
  )

/** A string literal of this length. */
export const hugeLiteral = (bytes: number): HostileRequest =>
  request(`a literal of ${bytes} bytes`, `{ patients(search: "${'x'.repeat(bytes)}") { totalCount } }`)

/** A comment of this length. */
export const hugeComment = (bytes: number): HostileRequest =>
  request(`a comment of ${bytes} bytes`, `# ${'x'.repeat(bytes)}\n{ me { id } }`)

/** A document of this length with an unknown field. Each number gives a different document. */
export const invalidDocument = (number: number, bytes: number): HostileRequest => {
  const fields = times(Math.ceil(bytes / 7), (at) => `f${(at + number * 1000).toString(36)}`)
  return request(`invalid document ${number}`, `{ me { ${fields.join(' ').slice(0, bytes)} } }`)
}

/** A body that is not valid UTF-8. A lenient decoder would change the text. */
export const invalidUtf8 = (): HostileRequest => ({
  name: 'a body that is no UTF-8',
  body: Buffer.concat([
    Buffer.from('{"query":"{ signedFormCheck(sha256: \\"'),
    Buffer.from([0xc3, 0x28, 0xff]),
    Buffer.from('\\") { kind } }"}'),
  ]),
})
