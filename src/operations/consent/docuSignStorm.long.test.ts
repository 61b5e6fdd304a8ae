import { weatherStorm } from '#testing/docusign/storm.ts'
import { test } from '#testing/docusign/test.ts'

test('a storm of 10,000 messages, repeated, shuffled and partly forged, leaves what is true', {
  timeout: 1_800_000,
}, async ({ clinic, service, door, runJobs }) => {
  await weatherStorm({ clinic, service, door, runJobs, size: 10_000, envelopes: 400, seed: 11 })
})
