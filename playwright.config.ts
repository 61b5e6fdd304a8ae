import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './src/tests/e2e/support/chromium.ts'

// `npm test` runs what users do every day; `npm run test:long` runs the files named .long and the stories with the tag @long.
const isLong = Boolean(process.env.LONG_TESTS)
const chosen = isLong ? { grep: /@long/ } : { grepInvert: /@long/ }
const files = globSync('src/tests/e2e/*.e2e.ts')
const sweeps = files.filter((file) => file.endsWith('.long.e2e.ts'))
const stories = files.filter((file) => !sweeps.includes(file))
const hasOutside = (file: string) => readFileSync(file, 'utf8').includes('./support/outside.ts')
const matching = (files: string[]) => files.map((file) => `**/${basename(file)}`)

export default defineConfig({
  testDir: 'src/tests/e2e',
  // Node runs TypeScript itself.
  build: { external: ['**/src/**'] },
  // Stories with DocuSign and mail need another server, so that they share one worker, which starts first.
  projects: [
    { name: 'outside', testMatch: matching(stories.filter(hasOutside)), workers: 1, ...chosen },
    { name: 'stories', testMatch: matching(stories.filter((file) => !hasOutside(file))), ...chosen },
    ...(isLong ? [{ name: 'sweeps', testMatch: matching(sweeps) }] : []),
  ],
  globalSetup: './src/tests/e2e/support/globalSetup.ts',
  outputDir: 'test-results',
  // Each worker starts its own PostgreSQL and server. On two cores a third worker still saves a fifth of the time.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Stories wait for conditions, so these only end a story that hangs. They leave room for a busy machine. A long test
  // opens every view, one after another.
  timeout: isLong ? 1_800_000 : 180_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    actionTimeout: 20_000,
    launchOptions: { executablePath: await chromiumPath(), args: chromiumFlags },
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Animations take time and are not tested.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
