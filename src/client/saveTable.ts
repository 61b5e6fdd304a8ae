/** How much of a table has been received. */
export type Progress = { rows: number; bytes: number }

/** Thrown with the server's message, if any, when a table could not be loaded. */
export class SaveFailed extends Error {}

const QUOTE = 34
const LINE_END = 10

/** Counts the lines of a CSV stream; line breaks within quotes belong to a cell. */
function lineCounter() {
  let isQuoted = false
  let lines = 0
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_END && !isQuoted) lines += 1
    }
    return lines
  }
}

const nameIn = (header: string | null): string => /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? 'report.csv'

/**
 * Downloads a table, saves it as a file when complete, and reports progress. Returns `false` if `signal`
 * aborts; throws `SaveFailed` on an error.
 */
export async function saveTable(
  path: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<boolean> {
  try {
    const response = await fetch(path, { signal })
    if (!response.ok || !response.body) throw new SaveFailed(await messageOf(response))
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const linesIn = lineCounter()
    let bytes = 0
    for await (const chunk of chunksOf(response.body)) {
      chunks.push(chunk)
      bytes += chunk.length
      // The first line is the header.
      onProgress({ rows: Math.max(0, linesIn(chunk) - 1), bytes })
    }
    save(new Blob(chunks, { type: 'text/csv' }), nameIn(response.headers.get('content-disposition')))
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error instanceof SaveFailed ? error : new SaveFailed('The report broke off. Try again.')
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  return (body as { message?: string } | null)?.message ?? `HTTP ${response.status}`
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
