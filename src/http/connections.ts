import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { CompressedResponse } from './compression.ts'
import type { ArrivingRequest } from './messages.ts'

/** The reason why the server closed a connection. */
export type CutOff = 'connection' | 'reader' | 'body'

/** Limits on the memory and connections that clients can use. Counts bytes in memory, not in the kernel's buffers. */
export type HoldLimits = {
  connectionsPerAddress: number
  /** Requests on one connection that wait for their response (pipelining). */
  requestsPerConnection: number
  /** Bytes of responses that clients have not read yet: on one connection, and in total. */
  responseBytesPerConnection: number
  responseBytes: number
  /** Bytes of request bodies in memory, in total. */
  bodyBytes: number
  /** The minimum bytes of a body in each period, unless it ends. */
  bodyWindow: { ms: number; bytes: number }
}

/** A request whose response is not complete, or whose body is still arriving. */
export type OpenRequest = {
  req: ArrivingRequest
  res: CompressedResponse
  /** Bytes of its body in memory. No longer counted once the body is streamed. */
  held: number
  isHeld: boolean
  /** The received bytes of its body, and the number of chunks. */
  bytes: number
  pieces: number
  /** The start of the body's current period, and the bytes that the connection had received by then. */
  windowBegan: number
  bytesBefore: number
}

export type Connection = {
  socket: Socket
  address: string
  open: Set<OpenRequest>
  /** Unread bytes, summed over the samples since the client had last read everything. */
  waited: number
  isCutOff: boolean
}

type Ports = {
  limits: HoldLimits
  /** Ends a connection that uses too much. `body` may get a response first; `reader` reads nothing anyway. */
  cutOff: (connection: Connection, reason: 'reader' | 'slow body' | 'too many bodies') => void
}

/**
 * Tracks a listener's open connections and memory: connections by address, requests, unread response bytes and arriving
 * bodies. `sample` applies the bounds; the listener calls it several times a second.
 */
export function makeConnections({ limits, ...ports }: Ports) {
  const connections = new Map<Socket, Connection>()
  const perAddress = new Map<string, number>()
  let heldBodies = 0

  /** Counts a new connection. Returns `false` if its IP address has too many. */
  function admit(socket: Socket, address: string): boolean {
    const count = perAddress.get(address) ?? 0
    if (count >= limits.connectionsPerAddress) return false
    perAddress.set(address, count + 1)
    const connection: Connection = { socket, address, open: new Set(), waited: 0, isCutOff: false }
    connections.set(socket, connection)
    socket.once('close', () => forget(connection))
    return true
  }

  function forget(connection: Connection): void {
    connections.delete(connection.socket)
    const left = (perAddress.get(connection.address) ?? 1) - 1
    if (left === 0) perAddress.delete(connection.address)
    else perAddress.set(connection.address, left)
    for (const open of connection.open) end(connection, open)
  }

  function end({ open: all }: Connection, open: OpenRequest): void {
    if (!all.delete(open)) return
    letGo(open)
    open.req.arrived = () => {}
  }

  function letGo(open: OpenRequest): void {
    heldBodies -= open.held
    open.held = 0
    open.isHeld = false
  }

  /** Tracks a request until its response and body are complete. Returns `false` if its connection has too many open. */
  function begin(req: ArrivingRequest, res: CompressedResponse): boolean {
    const connection = connections.get(req.socket)
    if (!connection || connection.isCutOff || req.socket.destroyed) return false
    if (connection.open.size >= limits.requestsPerConnection) return false
    const open: OpenRequest = {
      req,
      res,
      held: 0,
      isHeld: true,
      bytes: 0,
      pieces: 0,
      windowBegan: performance.now(),
      bytesBefore: req.socket.bytesRead,
    }
    connection.open.add(open)
    req.arrived = (bytes) => {
      open.bytes += bytes
      open.pieces += 1
      if (isInCrumbs(open)) cutOff(connection, 'slow body')
      else if (open.isHeld) hold(open, bytes + PIECE_COST)
    }
    req.once('streamed', () => letGo(open))
    res.once('close', () => {
      letGo(open)
      // A body that no one reads, such as that of a request without sign-in, can still be arriving.
      if (req.complete) end(connection, open)
      else req.once('end', () => end(connection, open))
    })
    return true
  }

  const cutOff: Ports['cutOff'] = (connection, reason) => {
    if (connection.isCutOff) return
    connection.isCutOff = true
    ports.cutOff(connection, reason)
  }

  function hold(open: OpenRequest, bytes: number): void {
    open.held += bytes
    heldBodies += bytes
    while (heldBodies > limits.bodyBytes) {
      const largest = largestBody()
      if (!largest) return
      letGo(largest.open)
      cutOff(largest.connection, 'too many bodies')
    }
  }

  /** The largest body that is still arriving, or the oldest among equals. Never a short form or a JSON call. */
  function largestBody() {
    let found: { connection: Connection; open: OpenRequest } | undefined
    for (const connection of connections.values())
      for (const open of connection.open)
        if (!open.req.complete && open.held > (found?.open.held ?? 0)) found = { connection, open }
    return found
  }

  function sample(): void {
    sampleReaders()
    const now = performance.now()
    for (const connection of connections.values())
      for (const open of connection.open) if (isTooSlow(open, now)) cutOff(connection, 'slow body')
  }

  /** Whether a body was too slow in its period. While the server has unread bytes of it, the client is not too slow. */
  function isTooSlow(open: OpenRequest, now: number): boolean {
    const { req } = open
    if (req.complete || req.socket.destroyed) return false
    const brought = req.socket.bytesRead - open.bytesBefore
    const isOver = now - open.windowBegan >= limits.bodyWindow.ms
    if (isOver && req.readableLength === 0 && brought < limits.bodyWindow.bytes) return true
    if (isOver || req.readableLength > 0) {
      open.windowBegan = now
      open.bytesBefore = req.socket.bytesRead
    }
    return false
  }

  /** Above the total, closes the connections first that have held the most bytes for the longest time. */
  function sampleReaders(): void {
    let total = 0
    const waiting: { connection: Connection; bytes: number }[] = []
    for (const connection of connections.values()) {
      const bytes = waitingBytes(connection)
      connection.waited = bytes === 0 ? 0 : connection.waited + bytes
      if (bytes === 0) continue
      total += bytes
      waiting.push({ connection, bytes })
    }
    waiting.sort((a, b) => b.connection.waited - a.connection.waited)
    for (const { connection, bytes } of waiting) {
      if (total <= limits.responseBytes && bytes <= limits.responseBytesPerConnection) continue
      cutOff(connection, 'reader')
      total -= bytes
    }
  }

  return {
    admit,
    begin,
    sample,
    of: (socket: Socket) => connections.get(socket),
    size: () => connections.size,
  }
}

/** The memory of each chunk of a body in addition to its content. */
const PIECE_COST = 150
const PIECES_ALWAYS_TAKEN = 2_000
const PIECE_BYTES_MIN = 64

/** Whether a body arrives in such small chunks that each takes much more memory than its bytes. */
const isInCrumbs = ({ bytes, pieces }: OpenRequest): boolean =>
  pieces > PIECES_ALWAYS_TAKEN && bytes < pieces * PIECE_BYTES_MIN

/** Bytes of responses in memory that the client has not read yet. */
export const waitingBytes = ({ open }: Connection): number => {
  let bytes = 0
  for (const { res } of open) bytes += res.waitingBytes
  return bytes
}

/** Marks a body as streamed, so that it no longer counts as held in memory. */
export const countAsStreamed = (req: IncomingMessage): void => {
  req.emit('streamed')
}
