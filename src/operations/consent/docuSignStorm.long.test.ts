import { weatherStorm } from '#tests/support/docusign/storm.ts'
import { test } from '#tests/support/docusign/test.ts'

test('10,000 repeated, shuffled and partly forged messages leave the correct state', {
  timeout: 1_800_000,
}, async ({ clinic, service, server, runJobs }) => {
  await weatherStorm({ clinic, service, server, runJobs, size: 10_000, envelopes: 400, seed: 11 })
})
