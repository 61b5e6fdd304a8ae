import { expect, test } from 'vitest'
import * as documents from '#generated/graphql.ts'
import manifest from '#generated/persisted-documents.json' with { type: 'json' }
import { readManifest } from './persisted.ts'

test('every operation of the build is known by its hash, with or without fragments', () => {
  const operations = Object.entries(documents).filter(([name]) => name.endsWith('Document'))
  const hashes = operations.map(([, document]): string => Object(document).__meta__.hash)
  expect(hashes.length).toBeGreaterThan(100)
  expect(new Set(readManifest(manifest).keys())).toEqual(new Set(hashes))
})
