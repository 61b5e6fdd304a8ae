import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ArrivingRequest } from './messages.ts'

/** Why the server closed a connection. */
export type CutOff = 'connection' | 'reader' | 'body'

/** Bounds on what callers make the server hold. Bytes are counted in memory, not in the kernel's buffers. */
export type HoldLimits = {
  connectionsPerAddress: number
  /** Requests on one connection that wait for their answer (pipelining). */
  requestsPerConnection: number
  /** Bytes of responses that wait for their readers: on one connection, and on all of them. */
  responseBytesPerConnection: number
  responseBytes: number
  /** Bytes of request bodies in memory, over all requests. */
  bodyBytes: number
  /** A body has to bring this many bytes in each window, or end. */
  bodyWindow: { ms: number; bytes: number }
}

/** One request that has no complete answer yet, or whose body still arrives. */
export type OpenRequest = {
  req: ArrivingRequest
  res: ServerResponse
  /** Bytes of its body that are in memory; none are counted any more once it is passed on as it arrives. */
  held: number
  isHeld: boolean
  /** How much of its body has arrived, and in how many pieces. */
  bytes: number
  pieces: number
  /** When the current window of its body began, and what the connection had brought by then. */
  windowBegan: number
  bytesBefore: number
}

export type Connection = {
  socket: Socket
  address: string
  open: Set<OpenRequest>
  /** Bytes that wait for the reader, added up over the samples since the reader last had everything. */
  waited: number
  isCutOff: boolean
}

type Ports = {
  limits: HoldLimits
  /** Ends a connection that holds too much; `body` may be answered first, `reader` reads nothing anyway. */
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

  /** Counts a new connection; `false` if its address has too many. */
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

  /** Follows a request until it is answered and its body is here; `false` if its connection has too many open. */
  function begin(req: ArrivingRequest, res: ServerResponse): boolean {
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
      if (req.complete) end(connection, open)
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

  /** The largest body that is still arriving, the oldest of several; a short form or a JSON call is never it. */
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
      for (const open of connection.open) {
        if (open.res.closed && open.req.complete) end(connection, open)
        else if (isTooSlow(open, now)) cutOff(connection, 'slow body')
      }
  }

  /** Whether a body brought too little in its window. While bytes of it wait for us, the sender is not the slow one. */
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

  /** Beyond the total, those go first that made the server hold the most for the longest. */
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

/** Bytes of memory that each piece of a body takes beside its content. */
const PIECE_COST = 150
const PIECES_ALWAYS_TAKEN = 2_000
const PIECE_BYTES_MIN = 64

/** Whether a body arrives in pieces so small that each costs far more than its bytes (chunks of one byte). */
const isInCrumbs = ({ bytes, pieces }: OpenRequest): boolean =>
  pieces > PIECES_ALWAYS_TAKEN && bytes < pieces * PIECE_BYTES_MIN

/** Bytes of responses that wait in memory until their reader takes them. */
export const waitingBytes = ({ open }: Connection): number => {
  let bytes = 0
  for (const { res } of open) bytes += res.writableLength
  return bytes
}

/** Says that a body is passed on as it arrives, so that it counts no longer as held in memory. */
export const countAsStreamed = (req: IncomingMessage): void => {
  req.emit('streamed')
}
