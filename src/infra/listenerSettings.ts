import { wholeNumber } from './wholeNumber.ts'

/** Limits on connections and on the memory that they can use. */
export type ListenerSettings = {
  connections: number
  connectionsPerAddress: number
  /** The total bytes of responses that clients have not read yet. */
  responseBytes: number
  /** The total bytes of request bodies. */
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

/** The settings in the listener's format. */
export const listenerLimitsOf = (settings: ListenerVariables): ListenerSettings => ({
  connections: settings.CONNECTIONS,
  connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
  responseBytes: settings.RESPONSE_BUFFER_MB * MEGABYTE,
  bodyBytes: settings.REQUEST_BUFFER_MB * MEGABYTE,
})
