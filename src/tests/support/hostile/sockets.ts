import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP connection of a misbehaving client. */
export type SocketClient = {
  socket: Socket
  /** Everything received so far. */
  heard: () => string
  /** Everything received until the connection ended. */
  answer: Promise<string>
}

/** Sends these bytes and waits. */
export function say(url: string, bytes: string | Buffer = ''): SocketClient {
  const parts: Buffer[] = []
  const socket = connect(portOf(url), '127.0.0.1')
  if (bytes.length > 0) socket.write(bytes)
  const heard = () => Buffer.concat(parts).toString('latin1')
  socket.on('error', () => {}).on('data', (part) => parts.push(part))
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(heard())))
  return { socket, heard, answer }
}

const portOf = (url: string) => Number(new URL(url).port)

/** The head of a request: its first line and headers. */
export const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: clinic', ...headers, '', ''].join('\r\n')

/** The status of each response on a connection. */
export const statusesIn = (heard: string): number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

export const statusIn = (heard: string): number | undefined => statusesIn(heard)[0]

/** A request whose body stops early: it announces `announced` bytes and sends `sent`. */
export const stalledUpload = (
  url: string,
  path: string,
  { announced, sent, type = 'application/json' }: { announced: number; sent: number; type?: string },
): SocketClient =>
  say(url, head(`POST ${path}`, `Content-Type: ${type}`, `Content-Length: ${announced}`) + ' '.repeat(sent))

/** A request that sends its body a few bytes at a time until the server closes the connection. */
export function slowSender(url: string, path: string, { bytes = 1, everyMs = 100 } = {}): SocketClient {
  const client = say(url, head(`POST ${path}`, 'Content-Type: application/json', 'Content-Length: 100000'))
  const sending = setInterval(() => client.socket.writable && client.socket.write(' '.repeat(bytes)), everyMs)
  client.socket.once('close', () => clearInterval(sending))
  return client
}

/** Sends a request and reads nothing. `received` is what the kernel's buffers hold. */
export function stalledReader(url: string, request: string): SocketClient {
  const client = say(url, request)
  client.socket.pause()
  return client
}

/** Sends a request and reads `bytes` every `everyMs`. Resolves with the number of bytes received. */
export async function steadyReader(
  url: string,
  request: string,
  { bytes, everyMs }: { bytes: number; everyMs: number },
): Promise<number> {
  const socket = connect(portOf(url), '127.0.0.1', () => socket.write(request))
  let received = 0
  let isOver = false
  socket
    .on('error', () => {})
    .once('close', () => {
      isOver = true
    })
  socket.on('end', () => socket.end())
  while (!isOver) {
    const part = (socket.read(bytes) ?? socket.read()) as Buffer | null
    received += part?.length ?? 0
    await sleep(everyMs)
  }
  return received
}

/** Sends a request and disconnects at once, with a reset or an orderly close. */
export async function aborted(url: string, request: string | Buffer, isReset: boolean): Promise<void> {
  const { socket, answer } = say(url, request)
  await new Promise<void>((resolve) => socket.once('connect', () => socket.write('', () => resolve())))
  if (isReset) socket.resetAndDestroy()
  else socket.destroy()
  await answer
}

/** Connections that send nothing, or the same incomplete request each. */
export const connectionFlood = (url: string, count: number, bytes = ''): SocketClient[] =>
  Array.from({ length: count }, () => say(url, bytes))

/** Closes connections that a test opened. */
export const hangUp = (clients: Iterable<SocketClient>): void => {
  for (const { socket } of clients) socket.destroy()
}
