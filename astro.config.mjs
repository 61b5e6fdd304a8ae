import node from '@astrojs/node'
import react from '@astrojs/react'
import { transformAsync } from '@babel/core'
import { babelOptimizerPlugin } from '@graphql-codegen/client-preset'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { stringifyDocument } from '@urql/core'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'astro/config'
import { stripIgnoredCharacters } from 'graphql'
import { viewerFrames } from './.config/viewerFrames.mjs'

// `graphql(...)` looks up a document in a map of all documents. The build replaces each call with an import of that one
// document, so that a page or a lazy-loaded dialog downloads only the documents it uses.
const prefix = '\0document/'
const ownDocumentsOnly = () => ({
  name: 'own-documents-only',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('document/') ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(prefix)) return null
    const name = id.slice(prefix.length)
    const { [name]: document } = await import('./graphql/generated/graphql.ts')
    // As text without what only people need, a third of the weight; urql reads it with a parser it has anyway.
    return `export const ${name} = ${JSON.stringify(stripIgnoredCharacters(stringifyDocument(document)))}`
  },
  async transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes('graphql(`')) return null
    const { code: found, map } = await transformAsync(code, {
      filename: id,
      babelrc: false,
      configFile: false,
      sourceMaps: true,
      parserOpts: { plugins: ['typescript', 'jsx'] },
      plugins: [[babelOptimizerPlugin, { artifactDirectory: 'graphql/generated', gqlTagName: 'graphql' }]],
    })
    const own = found.replaceAll(
      /(import \{ (\w+Doc(?:ument)?) \} from )["'][^"']*\/graphql["']/g,
      '$1"document/$2"',
    )
    return { code: own, map }
  },
})

const packages = (names) => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`)

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', bodySizeLimit: 1_000_000 }),
  integrations: [react({ experimentalDisableStreaming: true })],
  session: false,
  devToolbar: { enabled: false },
  security: {
    // The server has its own cross-site check, which also accepts clients other than browsers.
    checkOrigin: false,
    csp: {
      styleDirective: {
        // react-aria sets style attributes, and usePress adds one <style> with this hash (react-aria 3.53).
        resources: ["'self'", { resource: "'unsafe-inline'", kind: 'attribute' }],
        hashes: ['sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='],
      },
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [
      ownDocumentsOnly(),
      viewerFrames(),
      // The product speaks English; react-aria brings the words of its controls in 34 languages.
      optimizeLocales.vite({ locales: ['en-US'] }),
      vanillaExtractPlugin(),
    ],
    // The browser caches a single style sheet once for all pages.
    build: { cssCodeSplit: false },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'react', test: packages('react|react-dom|scheduler') },
                  { name: 'urql', test: packages('urql|@urql|wonka|@0no-co') },
                  // Many small files compress worse, so modules shared by similar screens are merged.
                ],
              },
            },
          },
        },
      },
    },
  },
})
