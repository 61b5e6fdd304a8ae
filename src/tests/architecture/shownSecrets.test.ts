import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { expect, test } from 'vitest'
import type { FieldExtensions } from '#graphql/runs.ts'
import { schema } from '#graphql/schema.ts'

/** Whether an answer has a field that is shown only once. */
function showsSecret(document: string): boolean {
  let isShown = false
  const types = new TypeInfo(schema)
  visit(
    parse(document),
    visitWithTypeInfo(types, {
      Field: () => {
        isShown ||= (types.getFieldDef()?.extensions as FieldExtensions | undefined)?.shownOnce === true
      },
    }),
  )
  return isShown
}

const sources = globSync('src/features/**/*.{ts,tsx}').map((file) => ({
  file,
  folder: dirname(file),
  text: readFileSync(file, 'utf8'),
}))

/** The text of a document, which is in the file that uses it or beside it. */
function documentNamed(name: string, { text, folder }: (typeof sources)[number]): string | undefined {
  const places = [text, ...sources.filter((one) => one.folder === folder).map((one) => one.text)]
  const found = places.map((place) => new RegExp(`const ${name} = graphql\\(\`([^\`]+)\``).exec(place)?.[1])
  return found.find(Boolean)
}

// A repeated answer has no secret, so a form that shows one is not repeated.
test('each form whose answer has a secret says so', () => {
  const forms = sources.flatMap((source) =>
    [...source.text.matchAll(/useSubmit\(\{\n([\s\S]*?)\n {2}\}\)/g)].map(([, block = '']) => {
      const name = /document: (\w+)/.exec(block)?.[1] ?? 'document'
      const document = documentNamed(name, source)
      return {
        form: `${source.file} ${name}`,
        isStated: block.includes('showsSecret: true'),
        // The steps of a patient's status share one form, whose document is a property.
        hasSecret: document ? showsSecret(document) : name !== 'document',
      }
    }),
  )
  expect(forms.filter(({ isStated, hasSecret }) => hasSecret !== isStated)).toEqual([])
  expect(forms.filter(({ hasSecret }) => hasSecret).length).toBe(6)
})
