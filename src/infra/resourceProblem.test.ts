import { expect, test as plain } from 'vitest'
import { test } from '#tests/support/test.ts'
import { resourceProblem } from './resourceProblem.ts'

const failed = (code: string, syscall?: string, cause?: Error) =>
  Object.assign(new Error('It failed', { cause }), { code, ...(syscall && { syscall }) })

plain.each([
  ['ENOSPC', 'write', 'storage_full'],
  ['EDQUOT', 'write', 'storage_full'],
  ['EROFS', 'open', 'storage_read_only'],
  ['EACCES', 'mkdir', 'storage_read_only'],
  ['EMFILE', 'open', 'too_many_files'],
  ['EMFILE', 'connect', 'too_many_files'],
  ['EACCES', 'connect', null],
  ['ENOENT', 'open', null],
  ['53100', undefined, 'storage_full'],
  ['23505', undefined, null],
] as const)('%s of %s: %s', (code, syscall, expected) => {
  expect(resourceProblem(failed(code, syscall))).toBe(expected)
  expect(resourceProblem(failed('ANOTHER', undefined, failed(code, syscall)))).toBe(expected)
})

test.for([
  ['53100', 'storage_full'],
  ['25006', 'storage_read_only'],
  ['P0001', null],
] as const)("PostgreSQL's %s, through Prisma: %s", async ([state, expected], { clinic }) => {
  const raised = `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`
  const error = await clinic.db.$executeRawUnsafe(raised).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(resourceProblem(error)).toBe(expected)
})
