import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [vanillaExtractPlugin()],
  // graphql 17 has a `development` export condition: Vite takes it for our files, Node does not for packages
  // that stay outside (Pothos), and two copies of graphql meet. Take the same build on both sides.
  ssr: {
    resolve: {
      conditions: ['module', 'node', 'module-sync', 'production'],
      externalConditions: ['node', 'module-sync'],
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'prisma/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'src/testing/postgres.ts',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
