/**
 * The result of one scan. Only the first three are final. `away` means that the scanner is unreachable;
 * `trouble` means that it failed on this file.
 */
export type ScanAnswer =
  | { kind: 'clean' | 'too_large' }
  | { kind: 'infected'; finding: string }
  | { kind: 'away' | 'trouble'; message: string }

/** Scans for malware. Neither call throws for scanner failures. Never call it inside a transaction. */
export type Scanner = {
  /**
   * Streams the content as fast as it is accepted. May read it more than once. Throws only errors of the content
   * itself.
   */
  scan: (read: () => AsyncIterable<Buffer>) => Promise<ScanAnswer>
  /** Reports in a sentence whether the scanner works and its version. */
  test: () => Promise<{ isWorking: boolean; message: string }>
  /** Cancels running scans as `away` and starts no more. */
  stop: () => void
}
