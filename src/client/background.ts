import { makeOperation, type Operation } from '@urql/core'
import { BACKGROUND_HEADER } from '#domain/access/session.ts'

/** Options for a request that the page makes on its own. It does not count as user activity. */
export const background = { headers: { [BACKGROUND_HEADER]: '1' } }

/** How long after a user's input a query counts as theirs. */
const TOUCH_MS = 60_000

let touchedAt = 0

/** Tracks user input. Focusing a window does not count, only input in it. */
export function watchTouches(target: EventTarget): void {
  const touched = () => {
    touchedAt = performance.now()
  }
  for (const name of ['pointerdown', 'keydown', 'input', 'click'])
    target.addEventListener(name, touched, { capture: true, passive: true })
}

/** The same operation as a background request. */
export const inBackground = (operation: Operation): Operation =>
  makeOperation(operation.kind, operation, { ...operation.context, fetchOptions: background })

/** Every read on an idle page is a background request, even if it is not marked. */
export const isNobodyThere = (): boolean => performance.now() - touchedAt > TOUCH_MS
