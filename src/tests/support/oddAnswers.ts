/** A place in JSON, as the keys and positions on the way to it. */
type Place = readonly (string | number)[]

/** All places in JSON, with those of objects and lists themselves. */
function placesIn(json: unknown, place: Place = []): Place[] {
  const within =
    typeof json === 'object' && json !== null
      ? Object.entries(json).flatMap(([key, value]) =>
          placesIn(value, [...place, Array.isArray(json) ? Number(key) : key]),
        )
      : []
  return [place, ...within]
}

/** Instead of a value: the key is missing. */
const MISSING = Symbol('missing')

/** A copy of the JSON with this value at the place. */
export function withValue(json: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value === MISSING ? undefined : value
  if (Array.isArray(json))
    return json.flatMap((one, index) =>
      index !== key ? [one] : value === MISSING && rest.length === 0 ? [] : [withValue(one, rest, value)],
    )
  const { [key]: old, ...others } = json as Record<string, unknown>
  return value === MISSING && rest.length === 0 ? others : { ...others, [key]: withValue(old, rest, value) }
}

/** Values that a service may send by mistake or after a change. */
const oddValues: Record<string, unknown> = {
  missing: MISSING,
  null: null,
  true: true,
  zero: 0,
  'a negative number': -1,
  'a huge number': 1e300,
  'an empty text': '',
  spaces: '   ',
  'a text with NUL': 'a\u0000b',
  'half of a character': 'a\ud800b',
  'a long text': 'x'.repeat(200_000),
  'a year of five digits': '+010000-01-01T00:00:00Z',
  'the year zero': '0000-01-01T00:00:00Z',
  'a moment that does not exist': '2026-02-30T25:00:00Z',
  'an address that is a script': 'javascript:alert(1)',
  'a page': '<script>alert(1)</script>',
  'an empty list': [],
  'an empty object': {},
  'a list of nothing': [null],
  'a deep list': JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
}

/** An answer with one odd value. */
export type OddAnswer = { call: string; place: Place; value: unknown; title: string }

/** Answers in JSON by call, with each odd value at each place. */
export const oddOnes = (answers: ReadonlyMap<string, unknown>): OddAnswer[] =>
  [...answers].flatMap(([call, json]) =>
    placesIn(json).flatMap((place) =>
      Object.entries(oddValues).map(([name, value]) => ({
        ...{ call, place, value },
        title: `${call} ${place.join('.')}: ${name}`,
      })),
    ),
  )
