import { everyStatus } from './support/everyStatus.ts'
import { fillScreens, troublesOfHydration } from './support/hydration.ts'
import { phone } from './support/screen.ts'
import { expect, test } from './support/test.ts'

for (const [device, options] of [
  ['desktop', undefined],
  ['phone', phone],
] as const)
  test(`hydration causes no layout shift and makes no further request on a ${device}`, async ({
    clinic,
    visitor,
    signIn,
    watch,
  }) => {
    const admin = await fillScreens(clinic)
    const { signingPath } = await everyStatus(clinic)
    const page = await visitor(options)
    watch.allow(404, /^\/no-such-page$/)
    const closed = ['/', signingPath, '/no-such-page']
    expect(await troublesOfHydration(page, closed, () => signIn(admin, page.context()))).toEqual([])
  })
