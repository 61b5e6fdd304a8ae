import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { dropPatientInput } from '#domain/patients/inputs.ts'
import { quoted } from '#tests/support/quotedTexts.ts'

// Every text of three words or more is in the code that shows it: between the tags of a component or page, or in a string
// of a screen, rule or operation. The stories spec*.long.e2e.ts read all texts on the screen, the shorter ones included.

/** A browser shows line breaks between tags as spaces. */
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('&apos;', "'").trim()

const shown = globSync('src/{pages,layouts,features,ui,client,domain,operations,rest}/**/*.{ts,tsx,astro}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')))
  .join('\n')

function textsOf(file: string, source: string): string[] {
  if (!file.endsWith('.astro')) return literalsOf(source)
  const [, script = '', markup = source] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  return [...literalsOf(script), inOneLine(markup.replaceAll(/<!--.*?-->|\{\/\*.*?\*\/\}/gs, ''))]
}

/** The strings and the text between tags, without comments, types and the names of modules. */
function literalsOf(source: string): string[] {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxText(node)) found.push(inOneLine(node.text))
    else if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      found.push(node.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('any.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX))
  return found
}

const cases = Object.entries(quoted).flatMap(([where, texts]) =>
  texts.filter((text) => text.trim().split(/\s+/).length >= 3).map((text) => ({ where, text })),
)

test.each(cases)('$where: "$text" is what people read', ({ text }) => {
  expect(shown.includes(text.trim()), text).toBe(true)
})

test.each([
  ['Too short', 'Drop reason must be at least 10 characters'],
  ['x'.repeat(1001), 'Drop reason must be less than 1000 characters'],
])('a reason of %j gets the error: %s', (dropReason, message) => {
  const refused = dropPatientInput.safeParse({ patientId: crypto.randomUUID(), dropReason })
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual([message])
})
