import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { build } from 'astro'

/** Inside the project, so that imports find its packages. */
const root = fileURLToPath(new URL('../node_modules/.cache/bare-page/', import.meta.url))

const files = {
  'src/pages/index.astro': `---
import { Island } from '../Island.tsx'
---
<html lang="en"><head><title>Bare</title></head><body><h1>Bare</h1><Island client:load name="island" /></body></html>
`,
  'src/Island.tsx': `import { useState } from 'react'
export function Island({ name }: { name: string }) {
  const [presses, setPresses] = useState(0)
  return <button onClick={() => setPresses(presses + 1)}>{name}: {presses}</button>
}
`,
}

/** Builds a page with one React island, P11's baseline. Returns the path of its server script within the project. */
export async function buildBarePage(): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  await build({
    root,
    configFile: false,
    output: 'server',
    session: false,
    logLevel: 'error',
    adapter: node({ mode: 'standalone' }),
    integrations: [react({ experimentalDisableStreaming: true })],
  })
  return relative(fileURLToPath(new URL('..', import.meta.url)), join(root, 'dist/server/entry.mjs'))
}
