/** Milliseconds after the user's own change within which updates of the page are taken for its result. */
const OWN_MS = 3_000

let changedAt = Number.NEGATIVE_INFINITY

/** Notes that the user is changing something. */
export function noteOwnChange(): void {
  changedAt = performance.now()
}

/** Whether an update of the page is probably the result of the user's own change. */
export const isOwnChange = (): boolean => performance.now() - changedAt < OWN_MS
