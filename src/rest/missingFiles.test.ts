import { expect } from 'vitest'
import { requestAs } from '#tests/authorization/request.ts'
import { restStatements } from '#tests/authorization/restStatements.ts'
import { setupTest } from '#tests/authorization/setup.ts'

/** A clinic all of whose stored files are missing, as after a broken disk. */
const test = setupTest(async ({ clinic: { instances } }) => {
  for await (const keys of instances.recordStore.putBefore(new Date('2100-01-01')))
    for (const key of keys) await instances.recordStore.remove(key)
})

/** Signed forms and their certificates are in the database, calendars are written, and users have no image. */
const withoutFile = /\/(calendar|image)$|consent-form$|its certificate$/
const reads = restStatements.filter(
  ({ route, name, stated }) =>
    (route.answer.kind === 'file' || /columns$|^.api.data-exports/.test(route.path)) &&
    stated.admin === 'allow' &&
    !withoutFile.test(name),
)

// The test server compares each response with the OpenAPI document.
test.for(reads)(
  '$name says that the file is missing, as documented',
  async ({ way, statement }, { setup }) => {
    const { fixtures, server, entered } = setup
    const args = statement.ask?.(fixtures, fixtures.people.admin.id) ?? {}
    const { code, text } = way.read(await requestAs(server, entered.admin, way.question(args)))
    expect({ code, text }).toEqual({ code: 'conflict', text: expect.stringContaining('damaged or missing') })
  },
)
