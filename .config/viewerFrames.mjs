import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

// The pages that show a document run in a sandbox without cookies, network or other scripts. Each is one file that
// contains its script and is named by the script's hash, from which the server derives the page's policy (src/http/assets.ts).

const root = resolve(import.meta.dirname, '..')
const kinds = ['pdf', 'pictures', 'text']

/** The files that pdf.js loads: character maps for Asian scripts, the standard fonts, and image decoders. */
const pdfjs = join(root, 'node_modules/pdfjs-dist')
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'))
const folder = `viewer/pdfjs-${version}`
const ownFiles = {
  cmaps: /\.bcmap$|^LICENSE/,
  standard_fonts: /\.(pfb|ttf)$|^LICENSE/,
  wasm: /^(jbig2|openjpeg)\.wasm$|^LICENSE/,
}

/** The build for browsers of the last years instead of only the last months. */
const alias = [
  { find: /^pdfjs-dist$/, replacement: join(pdfjs, 'legacy/build/pdf.min.mjs') },
  { find: /^pdfjs-dist\/web\/pdf_viewer\.mjs$/, replacement: join(pdfjs, 'legacy/web/pdf_viewer.mjs') },
]

async function makeFrame(kind) {
  const { output } = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, `src/viewer/${kind}.ts`), output: { codeSplitting: false } },
    },
  })
  const [{ code }] = output.filter(({ type }) => type === 'chunk')
  const script = code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
  const hash = createHash('sha256').update(script).digest('hex')
  return {
    kind,
    fileName: `viewer/${kind}.${hash}.html`,
    source: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Document</title></head><body><script type="module">${script}</script></body></html>`,
  }
}

let made
const makeFrames = () => {
  made ??= kinds.reduce(async (before, kind) => [...(await before), await makeFrame(kind)], [])
  return made
}

const name = 'virtual:viewer-frames'

/** Builds these pages with the site and passes their paths to it. */
export const viewerFrames = () => ({
  name: 'viewer-frames',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  async load(id) {
    if (id !== `\0${name}`) return null
    const frames = Object.fromEntries(
      (await makeFrames()).map(({ kind, fileName }) => [kind, `/${fileName}`]),
    )
    return `export const frames = ${JSON.stringify(frames)}; export const ownFolder = ${JSON.stringify(`/${folder}`)}`
  },
  async generateBundle() {
    if (this.environment.name !== 'client') return
    for (const { fileName, source } of await makeFrames()) this.emitFile({ type: 'asset', fileName, source })
    for (const [part, wanted] of Object.entries(ownFiles))
      for (const file of readdirSync(join(pdfjs, part)).filter((one) => wanted.test(one)))
        this.emitFile({
          type: 'asset',
          fileName: `${folder}/${part}/${file}`,
          source: readFileSync(join(pdfjs, part, file)),
        })
  },
})
