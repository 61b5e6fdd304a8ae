/**
 * What came of one scan. Only the first three are the end of it; `away` says that nobody was there, `trouble` that the
 * scanner was there and did not come to an end with this file.
 */
export type ScanAnswer =
  | { kind: 'clean' | 'too_large' }
  | { kind: 'infected'; finding: string }
  | { kind: 'away' | 'trouble'; message: string }

/** Looks for harmful software. Neither call throws for what the scanner does, nor is made inside a transaction. */
export type Scanner = {
  /** Streams the content, which may be read more than once, as fast as it is taken; throws only what the content throws. */
  scan: (read: () => AsyncIterable<Buffer>) => Promise<ScanAnswer>
  /** Asks whether it is there and what it is, in a sentence. */
  test: () => Promise<{ isWorking: boolean; message: string }>
  /** Breaks off what is under way, as `away`, and scans nothing from now on. */
  stop: () => void
}
