import node from '@astrojs/node'
import react from '@astrojs/react'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'astro/config'
import { idleCode } from './.config/idleCode.mjs'
import { viewerFrames } from './.config/viewerFrames.mjs'

// Puts each document, with its hash, in the place of its `graphql(...)`, which looks it up in a map of all. Without this,
// every screen would load the documents of all screens (138 kB of script on /patients, and P12 allows 130).
const inlineDocuments = () => ({
  name: 'inline-documents',
  enforce: 'pre',
  async transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id)) return null
    const documents = await import('./graphql/generated/graphql.ts')
    const inlined = code.replace(/\bgraphql\(\s*`\s*(\w+) (\w+)[^`]*`,?\s*\)/g, (_call, kind, name) =>
      JSON.stringify(documents[name + (kind === 'fragment' ? 'FragmentDoc' : 'Document')]),
    )
    return { code: inlined, map: null }
  },
})

const packages = (names) => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`)

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', bodySizeLimit: 1_000_000 }),
  integrations: [react({ experimentalDisableStreaming: true })],
  session: false,
  devToolbar: { enabled: false },
  // The operator's guide is shown in the product, in its own colors.
  markdown: { syntaxHighlight: false },
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
      inlineDocuments(),
      viewerFrames(),
      idleCode(),
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
                  // What the pages without React share with the screens.
                  {
                    name: 'plain',
                    test: /\/src\/(client\/(sessionClock|toast)|domain\/(amount|access\/screens))\.ts$/,
                  },
                  // Every screen has the header, and nearly every one a menu, a card and badges. What they need is one
                  // file, because many small ones compress worse.
                  {
                    name: 'frame',
                    test: /\/(features\/frame\/ScreenHeader\.island|ui\/(MenuButton|Badge|Banner|Card|DialogSkeleton|EmptyState|Skeleton|NativeSelect))\.tsx$/,
                  },
                  // Every screen loads it at the first movement of the pointer, and dialogs share most of it.
                  { name: 'toast', test: /\/ui\/Toast\.tsx$/ },
                  // Nearly every form has them.
                  { name: 'form', test: /\/ui\/(TextField|TextArea|Form)\.tsx$/ },
                ],
              },
            },
          },
        },
      },
    },
  },
})
