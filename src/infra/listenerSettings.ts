import { wholeNumber } from './wholeNumber.ts'

/** Bounds on connections, and on what they make the server hold in memory. */
export type ListenerSettings = {
  connections: number
  connectionsPerAddress: number
  /** Bytes of responses that wait for their readers, over all connections. */
  responseBytes: number
  /** Bytes of request bodies, over all connections. */
  bodyBytes: number
}

const MEGABYTE = 1_048_576

export const listenerShape = {
  CONNECTIONS: wholeNumber(5000, 10, 100_000),
  CONNECTIONS_PER_ADDRESS: wholeNumber(2000, 10, 100_000),
  RESPONSE_BUFFER_MB: wholeNumber(128, 16, 100_000),
  REQUEST_BUFFER_MB: wholeNumber(64, 8, 100_000),
}

type ListenerVariables = Record<keyof typeof listenerShape, number>

/** The settings as the listener takes them. */
export const listenerLimitsOf = (given: ListenerVariables): ListenerSettings => ({
  connections: given.CONNECTIONS,
  connectionsPerAddress: given.CONNECTIONS_PER_ADDRESS,
  responseBytes: given.RESPONSE_BUFFER_MB * MEGABYTE,
  bodyBytes: given.REQUEST_BUFFER_MB * MEGABYTE,
})
