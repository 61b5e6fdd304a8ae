import { makeOperation, type Operation } from '@urql/core'
import { BACKGROUND_HEADER } from '#domain/access/session.ts'

/** What a request needs that the page makes by itself: it does not count as somebody being there. */
export const background = { headers: { [BACKGROUND_HEADER]: '1' } }

/** For how long after somebody touched the page a query counts as asked by them. */
const TOUCH_MS = 60_000

let touchedAt = 0

/** Notes that somebody is there. Coming back to a window does not count, only what is done in it. */
export function watchTouches(target: EventTarget): void {
  const touched = () => {
    touchedAt = performance.now()
  }
  for (const name of ['pointerdown', 'keydown', 'input', 'click'])
    target.addEventListener(name, touched, { capture: true, passive: true })
}

/** The same operation, as one that nobody asked for. */
export const inBackground = (operation: Operation): Operation =>
  makeOperation(operation.kind, operation, { ...operation.context, fetchOptions: background })

/** Whatever a page reads while nobody touches it is in the background, also what nobody thought of marking. */
export const isNobodyThere = (): boolean => performance.now() - touchedAt > TOUCH_MS
