import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './src/tests/e2e/support/chromium.ts'

export default defineConfig({
  testDir: 'src/tests/e2e',
  // `npm run test:long` runs the long tests.
  testMatch: process.env.LONG_TESTS ? '**/*.long.e2e.ts' : '**/*.e2e.ts',
  testIgnore: process.env.LONG_TESTS ? [] : '**/*.long.e2e.ts',
  outputDir: 'test-results',
  // Each worker starts its own PostgreSQL and server. On two cores a third worker still saves a fifth of the time.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Stories wait for conditions, so these only end a story that hangs. They leave room for a busy machine.
  timeout: 180_000,
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
