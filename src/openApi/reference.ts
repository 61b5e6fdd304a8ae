import { paths } from '#domain/access/screens.ts'
import { API_VERSION, VERSION_HEADER } from '#domain/apiVersion.ts'
import { failureCodes, statusOf } from '#domain/errors.ts'
import { INTERNAL, meanings } from './failures.ts'
import { openApi } from './openApi.ts'

/** A page of the API reference, in Markdown. The page `index` has the list of all calls. */
export type ReferencePage = { slug: string; title: string; markdown: string }

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  contentMediaType?: string
}
type Parameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}
type Content = Record<string, { schema: Schema }>
type Answer = { $ref?: string; description?: string; content?: Content }
type Operation = {
  summary: string
  description: string
  tags: [string]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}
type Document = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
  }
}
type Call = Operation & { at: string }

/** The OpenAPI document as pages: the list of calls, one page per group of calls, and one with the objects and the errors. */
export function referencePages(): ReferencePage[] {
  const document = openApi() as Document
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      at: `${method.toUpperCase()} ${path}`,
    })),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    slug: slugOf(name),
    calls: calls.filter(({ tags }) => tags[0] === name),
  }))
  return [
    { slug: 'index', title: 'API Reference', markdown: indexOf(groups) },
    ...groups.map(({ name, slug, calls: own }) => ({
      slug,
      title: name,
      markdown: own.map((call) => callText(call, document)).join('\n'),
    })),
    { slug: 'objects', title: 'Objects and Errors', markdown: objectsText(document) },
  ]
}

const slugOf = (words: string): string => words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const indexOf = (groups: { name: string; slug: string; calls: Call[] }[]): string =>
  [
    'Send an API key as `Authorization: Bearer KEY`. An administrator makes keys in Settings. Answers are JSON, and every error has a `code` and a',
    `\`message\`. [Objects and errors](${paths.apiReference}/objects) describes what several calls have in common. A generator can make a typed client`,
    `of [openapi.json](/api/openapi.json). This is version ${API_VERSION} of the API: a program can send it in the header \`${VERSION_HEADER}\` with`,
    'each call, and an installation without that version refuses it.',
    '',
    ...groups.flatMap(({ name, slug, calls }) => [
      `## ${name}`,
      '',
      ...table(
        ['Call', 'What it does'],
        calls.map(({ at, summary, description }) => [
          `[\`${at}\`](${paths.apiReference}/${slug}#${slugOf(summary)})`,
          firstSentence(description),
        ]),
      ),
    ]),
  ].join('\n')

const firstSentence = (text: string): string =>
  /^.*?[.:;](?= |$)/.exec(text)?.[0].replace(/[:;]$/, '.') ?? text

function callText(call: Call, { components }: Document): string {
  // The first page says once what each call takes.
  const parameters = call.parameters
    .map((one) => components.parameters[nameIn(one)] ?? one)
    .filter(({ name }) => name !== VERSION_HEADER)
  const [type, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  const [status, answer] = Object.entries(call.responses).find(([code]) => code < '300') ?? []
  const errors = Object.keys(call.responses).filter((code) => code >= '400')
  return [
    `## ${call.summary}`,
    '',
    `\`${call.at}\``,
    '',
    escaped(call.description),
    '',
    ...section('Path, query and headers', parameters.map(parameterRow)),
    ...section(type === 'multipart/form-data' ? 'Body, as a form' : 'Body', fieldRows(body?.schema, true)),
    `**Answer ${status}:** ${answerWords(answer)}`,
    '',
    ...section('', fieldRows(schemaOf(answer))),
    `**Errors:** ${errors.join(', ')} ([meaning](${paths.apiReference}/objects#errors))`,
    '',
  ].join('\n')
}

const section = (title: string, rows: string[][]): string[] =>
  rows.length === 0
    ? []
    : [...(title ? [`**${title}**`, ''] : []), ...table(['Name', 'Type', 'Meaning'], rows)]

const parameterRow = ({ name, in: place, required, description, schema }: Parameter): string[] => [
  `\`${name}\``,
  `${typeWords(schema)}${place === 'query' ? '' : `, in the ${place}`}${required && place !== 'path' ? ', required' : ''}`,
  description ?? '',
]

const schemaOf = (answer: Answer | undefined): Schema | undefined =>
  answer?.content?.['application/json']?.schema

function answerWords(answer: Answer | undefined): string {
  const types = Object.keys(answer?.content ?? {}).filter((type) => type !== '*/*')
  const schema = schemaOf(answer)
  const others = types.filter((type) => type !== 'application/json').map((type) => `\`${type}\``)
  if (!schema) return [escaped(answer?.description ?? ''), ...others.map((type) => `As ${type}.`)].join(' ')
  return [typeWords(schema), ...others].join(', or ')
}

/**
 * The fields of an object as rows, each followed by the fields inside of it. Objects with a name are described once, on the page of
 * objects. An answer always has all of its fields, so only the rows of an input say which are required.
 */
function fieldRows(schema: Schema | undefined, isInput = false, before = ''): string[][] {
  if (!schema || schema.$ref) return []
  if (schema.items) return fieldRows(schema.items, isInput, before ? `${before}[].` : '')
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])]
  const required = new Set(schema.required)
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [
      `\`${before}${name}\``,
      `${typeWords(field)}${isInput && required.has(name) ? ', required' : ''}`,
      field.description ?? '',
    ],
    ...fieldRows(field, isInput, `${before}${name}${listIn(field) ? '' : '.'}`),
  ])
  return [...own, ...parts.flatMap((part) => fieldRows(part, isInput, before))]
}

const listIn = ({ items, anyOf = [] }: Schema): boolean => items !== undefined || anyOf.some(listIn)

/** The type in words, such as “text, `a` or `b`, or null”. */
function typeWords(schema: Schema): string {
  if (schema.$ref) return `[${nameIn(schema)}](${paths.apiReference}/objects#${slugOf(nameIn(schema))})`
  if (schema.allOf) return joined(schema.allOf.map(typeWords), 'with these fields too:', schema.allOf)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWords))].join(' or ')
  if (schema.items) return `list of ${typeWords(schema.items).replace(/^(text|object|whole number)$/, '$1s')}`
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(', ')
  if (schema.contentMediaType === 'application/json') return 'text with JSON'
  if (schema.contentMediaType) return 'file'
  const types = [schema.type ?? 'any'].flat().map((type) => words[type] ?? type)
  return `${types.join(' or ')}${schema.format ? ` (${schema.format})` : ''}`
}

/** “a Task with these fields too:” for a named object and further fields. */
const joined = ([first = '']: string[], rest: string, parts: Schema[]): string =>
  parts[0]?.$ref ? `${first} ${rest}` : first

const words: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  number: 'number',
  integer: 'whole number',
  object: 'object',
}

const nameIn = ({ $ref }: { $ref?: string }): string => $ref?.split('/').at(-1) ?? ''

const objectsText = (document: Document): string =>
  [
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [
      `## ${name}`,
      '',
      ...table(['Name', 'Type', 'Meaning'], fieldRows(schema)),
    ]),
    '## Errors',
    '',
    ...table(['Status', 'Code', 'Meaning'], errorRows(document)),
  ].join('\n')

/** Every code with its status, and what only some calls answer, such as 416. */
function errorRows({ paths: calls }: Document): string[][] {
  const coded = failureCodes.map((code) => [String(statusOf[code]), `\`${code}\``, meanings[code]])
  const others = Object.values(calls)
    .flatMap((methods) => Object.values(methods).flatMap(({ responses }) => Object.entries(responses)))
    .filter(([status, { $ref }]) => status >= '400' && !$ref)
    .map(([status, { description = '' }]) => [status, '', description])
  const rows = [...coded, ...others, ['500', '`internal`', INTERNAL]]
  return [...new Map(rows.map((row) => [row.join(), row])).values()].toSorted(([one = ''], [other = '']) =>
    one.localeCompare(other),
  )
}

const table = (head: string[], rows: string[][]): string[] => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map(
    (cells) =>
      `| ${cells.map((cell) => escaped(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
  ),
  '',
]

/** Text in which nothing is HTML. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
