/** Tells of files as they go by, but not of each. */
export function everyFewSeconds(onProgress: (sentence: string) => void) {
  let last = performance.now()
  return (count: number, bytes: number): void => {
    if (performance.now() - last < 3000) return
    last = performance.now()
    onProgress(`${count} files, ${(bytes / 1e6).toFixed(0)} MB`)
  }
}
