import fc from 'fast-check'

// What users type, and what attackers type.

/** Texts that have broken other programs: in SQL, LIKE, HTML, JavaScript, JSON, CSV, logs, terminals and fonts. */
export const nasties: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  "'; DROP TABLE patients; --",
  "' OR '1'='1",
  '$$; VALUES (1/0); $$',
  '%',
  '_',
  '\\',
  '%_\\%',
  '\u0000',
  'before\u0000after',
  '\ud800',
  '\udfff',
  'half\ud83d',
  '\u202eevil\u202c',
  '\u200b\u200d\ufeff',
  '\u2028\u2029',
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:/*--></title></style></textarea></script><svg/onload='+/\"/+/onmouseover=1/+/[*/[]/+alert(1)//'>",
  '{{7*7}}<%= 7*7 %>${',
  '=1+1|calc',
  '@SUM(1,2)',
  '-2+3',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '../../../etc/passwd',
  '%00%0d%0a',
  'one\r\ntwo: three',
  '\u001b[31mred\u001b[0m',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Z̷̡̛͎a̶̧͝l̸̰̕g̵̙͌o̴̺͝',
  'İstanbul ß ﬁ Ǆ ẛ̣',
  '𝒜𝔅ℂ \u{10ffff} \ufffe',
  'مرحبا ‏עולם',
  '２０２６',
]

/** Difficult days: daylight saving in New York, leap days, the ends of a range. */
export const days: readonly string[] = [
  '2026-03-08',
  '2026-11-01',
  '2026-01-05',
  '2026-01-06',
  '2028-02-29',
  '2026-12-31',
  '1900-01-01',
  '2200-12-31',
  '2026-03-08T02:30:00-05:00',
]

/** Texts that look like a day but are invalid or out of range. */
export const noDays: readonly string[] = [
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  '-000001-01-01',
  '+275760-09-13',
  '2026-1-5',
  '05/01/2026',
]

/** The same for instants. */
export const instants: readonly string[] = [
  '2026-03-08T06:59:59.999Z',
  '2026-03-08T07:00:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:30:00Z',
  '2026-01-05T15:00:00.000Z',
  '2026-01-06T10:00:00+14:00',
  '2200-12-31T23:59:59.999999999Z',
  ...days,
]

/** Texts that look like an instant but are invalid or out of range. */
export const noInstants: readonly string[] = [
  '2026-06-30T23:59:60Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  '2026-01-05T25:00:00Z',
  '2026-01-05 10:00',
  ...noDays,
]

/** Times of day, some of which a clock skips or repeats. */
export const times: readonly string[] = [
  '00:00',
  '09:30',
  '02:30',
  '01:30',
  '23:59',
  '24:00',
  '9:30',
  '10:00:00',
]

/** Numbers that are too large, too small or not whole. JSON turns infinite ones into null. */
export const numbers: readonly number[] = [
  0,
  -0,
  1,
  2,
  25,
  99,
  100,
  101,
  -1,
  0.5,
  2147483647,
  2147483648,
  -2147483649,
  4294967296,
  9007199254740992,
  1e21,
  1e308,
  -1e308,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

/** A long text, rarely of a megabyte. */
const longText = fc
  .tuple(
    fc.constantFrom('x', 'é', '👍', '%', "'", '\\', ' a', '\u0000'),
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 30, max: 20_000 }) },
      { weight: 1, arbitrary: fc.constant(990_000) },
    ),
  )
  .map(([sign, bytes]) =>
    sign.repeat(Math.ceil(bytes / Buffer.byteLength(JSON.stringify(sign).slice(1, -1)))),
  )

/** Any text, most often one that has broken programs. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...nasties) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...nasties), { minLength: 2, maxLength: 4 })
      .map((some) => some.join('')),
  },
  { weight: 1, arbitrary: longText },
)

/** Small JSON of any shape where something else is expected. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]),
  fc.constantFrom(...numbers),
  anyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...nasties).map((name) => Object.fromEntries([[name, name]])),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}') as unknown),
)
