import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { ScannerPlace } from './scannerSettings.ts'

/** Time limits to connect, without any progress, and in total. */
export type LineTimes = { connectMs: number; silenceMs: number; totalMs: number }

/** Longer than any answer of clamd about one file. */
const REPLY_MAX = 4096

/**
 * Thrown when the connection failed before the scanner answered. The message is a sentence without a period.
 */
export class LineDown extends Error {
  override name = 'LineDown'
  /** Whether the other side closed the connection during sending. */
  readonly isCut: boolean

  constructor(message: string, { isCut }: { isCut: boolean }) {
    super(message)
    this.isCut = isCut
  }
}

/** One connection to clamd, for one command. */
export class ClamdLine {
  readonly #socket: Socket
  readonly #times: LineTimes
  readonly #limits: AbortSignal[]
  readonly #over: Promise<void>
  #reply = ''
  #why: string | undefined
  #isOpen = false
  #isCut = false

  constructor(place: ScannerPlace, times: LineTimes, stopping: AbortSignal) {
    this.#times = times
    this.#limits = [stopping, AbortSignal.timeout(times.totalMs)]
    const socket = connect('path' in place ? { path: place.path } : place)
    this.#socket = socket
    this.#over = new Promise((done) => socket.once('close', () => done()))
    socket.setTimeout(times.connectMs, () => this.#down(`nothing for ${this.#patience() / 1000} s`))
    socket.on('error', ({ message }) => {
      this.#isCut = this.#isOpen
      this.#down(message)
    })
    socket.on('data', (piece: Buffer) => {
      if (!this.#isWhole()) this.#reply += piece.toString('latin1')
    })
    for (const limit of this.#limits) {
      limit.addEventListener('abort', this.#breakOff)
      if (limit.aborted) this.#breakOff()
    }
  }

  async open(): Promise<void> {
    await Promise.race([this.#hears('connect'), this.#over])
    if (this.#socket.destroyed) throw this.#fault()
    this.#isOpen = true
    this.#socket.setTimeout(this.#times.silenceMs)
  }

  /** Resolves when the bytes are sent, or when the other side has answered or closed. */
  async send(bytes: Buffer): Promise<void> {
    if (this.#isDone()) return
    const taken = new Promise<void>((done) => this.#socket.write(bytes, () => done()))
    await Promise.race([taken, this.#over])
  }

  /**
   * Sends content in chunks and stops at the first answer. An early answer means that clamd wants no more.
   */
  async stream(content: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of content) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(piece.length)
      await this.send(Buffer.concat([length, piece]))
      // Reads the answer first: a write to the closed connection would discard it.
      await turn()
      if (this.#isDone()) return
    }
    await this.send(Buffer.alloc(4))
  }

  /** The answer up to its zero byte. Throws `LineDown` if it is incomplete. */
  async reply(): Promise<string> {
    while (!this.#isWhole() && !this.#isGone())
      await Promise.race([this.#hears('data'), this.#hears('end'), this.#over])
    if (!this.#isWhole()) throw this.#fault()
    return (this.#reply.split('\0')[0] ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  }

  close(): void {
    for (const limit of this.#limits) limit.removeEventListener('abort', this.#breakOff)
    this.#socket.destroy()
  }

  readonly #breakOff = (): void =>
    this.#down(this.#limits[0]?.aborted ? 'it was broken off here' : 'it took too long')

  #patience = (): number => (this.#isOpen ? this.#times.silenceMs : this.#times.connectMs)
  #hears = (event: string): Promise<unknown> => once(this.#socket, event).catch(() => {})
  #isWhole = (): boolean => this.#reply.includes('\0') || this.#reply.length >= REPLY_MAX
  #isGone = (): boolean => this.#socket.destroyed || this.#socket.readableEnded
  #isDone = (): boolean => this.#reply !== '' || this.#isGone()

  #down(why: string): void {
    this.#why ??= why
    this.#socket.destroy()
  }

  #fault(): LineDown {
    const what = this.#isOpen ? 'The scanner broke off' : 'The scanner does not answer'
    return new LineDown(`${what}: ${this.#why ?? 'it hung up without a word'}`, { isCut: this.#isCut })
  }
}
