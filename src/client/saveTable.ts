/** How much of a table has come. */
export type Progress = { rows: number; bytes: number }

/** Why a table did not come, in the server's words where it gave some. */
export class SaveFailed extends Error {}

const QUOTE = 34
const LINE_END = 10

/** Counts the lines of a CSV as it comes; one within quotes belongs to a cell. */
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
 * Fetches a table and saves it as a file once all of it has come, telling how much there is so far. Ends quietly with
 * `false` when `signal` calls it off; throws `SaveFailed` when it could not be had.
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
      // The first line names the columns.
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
