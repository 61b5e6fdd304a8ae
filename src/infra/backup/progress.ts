import { amountOf } from '#domain/amount.ts'

/** Reports file progress, but at most every few seconds. */
export function everyFewSeconds(onProgress: (sentence: string) => void) {
  let last = performance.now()
  return (count: number, bytes: number): void => {
    if (performance.now() - last < 3000) return
    last = performance.now()
    onProgress(`${amountOf(count, 'file')}, ${(bytes / 1e6).toFixed(0)} MB`)
  }
}
