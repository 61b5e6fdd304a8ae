import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { openApi } from './openApi.ts'
import { referencePages } from './reference.ts'

/** Prints the document as committed. */
export const printedOpenApi = () => `${JSON.stringify(openApi(), null, 2)}\n`

const root = new URL('../../', import.meta.url)

/** Writes the pages of the reference for the build. */
function printReference(): void {
  const folder = new URL('graphql/generated/reference/', root)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { slug, title, markdown } of referencePages())
    writeFileSync(new URL(`${slug}.md`, folder), `---\ntitle: ${title}\n---\n\n${markdown}`)
}

if (import.meta.main) {
  writeFileSync(new URL('docs/openapi.json', root), printedOpenApi())
  printReference()
}
