import { globSync, readFileSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// `npm run test:long`: storms and soaks, and what tries a property `runs()` times tries it as often as it says there.
const isLong = process.env.LONG_TESTS === 'true'
const every = ['src/**/*.test.{ts,tsx}', 'prisma/**/*.test.ts']
const long = 'src/**/*.long.test.ts'
const triesProperties = (file: string) => readFileSync(file, 'utf8').includes('#tests/support/properties.ts')
const components = globSync('src/**/*.test.tsx').filter((file) =>
  readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom'),
)

/**
 * Starts with the folders whose files take longest, so that neither worker is idle at the end. Vitest itself knows how long a
 * file takes only where it has run before.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const takesLong = ({ moduleId }: TestSpecification) =>
      /\/src\/tests\/(authorization|processes)\//.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(takesLong), ...sorted.filter((file) => !takesLong(file))]
  }
}

const component = {
  extends: true as const,
  // react-aria and the toasts keep state in modules, such as the focused element. Each file therefore loads its own modules.
  // A context in a shared thread takes half the time of a process for each file.
  test: { name: 'components', include: components, isolate: true, pool: 'vmThreads' },
}
const others = {
  extends: true as const,
  test: {
    name: 'others',
    include: isLong ? [long, ...globSync(every).filter(triesProperties)] : every,
    exclude: isLong ? configDefaults.exclude : [...configDefaults.exclude, long, ...components],
    globalSetup: 'src/tests/support/postgres.ts',
    // Each file leaves nothing behind, so modules are read once a worker and not once a file: a third of the time.
    isolate: false,
  },
}

export default defineConfig({
  plugins: [vanillaExtractPlugin()],
  // graphql 17 has a `development` export condition: Vite takes it for our files, Node does not for packages
  // that stay outside (Pothos), and two copies of graphql meet. Take the same build on both sides.
  // Nothing may say `module`: packages of the AWS SDK keep builds there that only a bundler can read.
  ssr: {
    resolve: {
      conditions: ['node', 'module-sync', 'production'],
      externalConditions: ['node', 'module-sync'],
    },
  },
  test: {
    projects: isLong ? [others] : [component, others],
    environment: 'node',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Tests wait for conditions, so these only end a test that hangs. They leave room for a busy machine.
    testTimeout: isLong ? 1_200_000 : 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
})
