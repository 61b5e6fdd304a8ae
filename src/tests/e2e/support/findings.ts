import type { Page } from '@playwright/test'
import type { Role } from '#domain/access/actor.ts'
import { isFor, show, type View } from './views.ts'

/** Shows every view for a role and collects the problems found on each. */
export async function findingsOn(
  page: Page,
  shown: readonly View[],
  role: Role,
  find: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = []
  for (const view of shown) {
    if (!isFor(view, role)) continue
    await show(page, view)
    for (const one of await find(page)) found.push(`${view.name}: ${one}`)
  }
  return found
}
