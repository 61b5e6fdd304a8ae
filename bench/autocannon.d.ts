/** The part of autocannon that the benchmark uses. The package has no types. */
declare module 'autocannon' {
  export type Options = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Requests a second over all connections; as many as possible if there is none. */
    overallRate?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    verifyBody?: (body: string) => boolean
  }

  /** Latencies in whole milliseconds. */
  export type Result = {
    errors: number
    timeouts: number
    mismatches: number
    non2xx: number
    '2xx': number
    /** Seconds. */
    duration: number
    latency: { p50: number; p99: number }
  }

  export default function autocannon(options: Options): Promise<Result>
}
