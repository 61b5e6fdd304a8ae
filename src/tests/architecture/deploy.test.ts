import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { settings } from '#infra/environment.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const samples = globSync('docs/deploy/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length))

/** Variables of other programs in the samples. */
const OTHERS = /^(AWS_|POSTGRES_|MINIO_|VERSION$|CMD$|ALL$)/

describe('the samples for deployment', () => {
  test('name only settings that exist', () => {
    const named = samples.flatMap((file) =>
      [...read(file).matchAll(/(?:^\s*|[\s{](?:name: )?)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==|: |,)/gm)].map(
        ([, name = '']) => ({ file, name }),
      ),
    )
    expect(named.length).toBeGreaterThan(30)
    const known = Object.keys(settings.shape)
    const astray = named.filter(
      ({ name }) =>
        !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')) && !OTHERS.test(name),
    )
    expect(astray).toEqual([])
  })

  test('start programs that exist', () => {
    const programs = samples.flatMap((file) => read(file).match(/\bsrc\/\w+\/\w+\.ts/g) ?? [])
    expect(programs.length).toBeGreaterThan(2)
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([])
  })

  test('give a process more time to stop than it needs', () => {
    const kubernetes = read('docs/deploy/kubernetes/caseload.yaml')
    const numberAfter = (text: string, name: string) =>
      Number(new RegExp(`${name}\\D{1,3}(\\d+)`).exec(text)?.[1])
    const needed = numberAfter(kubernetes, 'SHUTDOWN_DELAY') + 10
    expect(numberAfter(kubernetes, 'terminationGracePeriodSeconds')).toBeGreaterThan(needed)
    const image = numberAfter(read('docs/deploy/Containerfile'), 'SHUTDOWN_DELAY') + 10
    expect(numberAfter(read('docs/deploy/compose.yaml'), 'stop_grace_period')).toBeGreaterThan(image)
    expect(numberAfter(read('docs/deploy/caseload.service'), 'TimeoutStopSec')).toBeGreaterThan(image)
    const nginx = numberAfter(read('docs/deploy/nginx.conf'), 'keepalive_timeout')
    expect(numberAfter(read('docs/deploy/nginx.conf'), 'SHUTDOWN_DELAY')).toBeGreaterThan(nginx)
  })

  test('run with the same memory limits as npm start', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const flags = scripts.start?.match(/--max-\S+/g) ?? []
    expect(flags).toHaveLength(2)
    for (const file of ['docs/deploy/Containerfile', 'docs/deploy/caseload.service'])
      for (const flag of flags) expect(read(file)).toContain(flag)
  })

  test('are all in the guide', () => {
    const guide = read('docs/operators.md')
    expect(
      samples.map((file) => file.replace('docs/', '')).filter((file) => !guide.includes(`(${file})`)),
    ).toEqual([])
  })
})
