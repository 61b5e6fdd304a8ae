/** A stretch of text that is in both versions or in only one. */
type Difference = { kind: 'same' | 'added' | 'removed'; text: string }

/** Beyond this many comparisons, the whole middle part is shown as replaced. */
const WORK_MAX = 4_000_000

/** The differences between two texts, word by word. */
export function differences(before: string, after: string): Difference[] {
  const [old, young] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < Math.min(old.length, young.length) && old[start] === young[start]) start += 1
  let end = 0
  const rest = Math.min(old.length, young.length) - start
  while (end < rest && old.at(-1 - end) === young.at(-1 - end)) end += 1
  const found: Difference[] = []
  add(found, 'same', old.slice(0, start))
  between(found, old.slice(start, old.length - end), young.slice(start, young.length - end))
  add(found, 'same', old.slice(old.length - end))
  return readable(found)
}

/** Two changes with at most this many unchanged characters between them are merged for legibility. */
const ISLAND = 8

/** Merges nearby changes and puts removed text before added text. */
function readable(found: readonly Difference[]): Difference[] {
  const merged: Difference[] = []
  let change = { removed: '', added: '' }
  const flush = () => {
    for (const kind of ['removed', 'added'] as const)
      if (change[kind]) merged.push({ kind, text: change[kind] })
    change = { removed: '', added: '' }
  }
  for (const [at, { kind, text }] of found.entries()) {
    const isIsland = !text.includes('\n') && text.trim().length <= ISLAND && at > 0 && at < found.length - 1
    if (kind === 'same' && !isIsland) {
      flush()
      merged.push({ kind, text })
    } else {
      if (kind !== 'added') change.removed += text
      if (kind !== 'removed') change.added += text
    }
  }
  flush()
  return merged
}

/** Splits a text into words and separators. A line break is its own token, so that paragraphs align. */
const wordsOf = (text: string): string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

function add(found: Difference[], kind: Difference['kind'], words: readonly string[]): void {
  if (words.length === 0) return
  const last = found.at(-1)
  if (last?.kind === kind) last.text += words.join('')
  else found.push({ kind, text: words.join('') })
}

function between(found: Difference[], old: readonly string[], young: readonly string[]): void {
  if (old.length * young.length > WORK_MAX) {
    add(found, 'removed', old)
    add(found, 'added', young)
    return
  }
  const width = young.length + 1
  const shared = commonLengths(old, young)
  const at = (i: number, j: number) => shared[i * width + j] ?? 0
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      add(found, 'same', [old[i] as string])
      i += 1
      j += 1
    } else if (j >= young.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      add(found, 'removed', [old[i] as string])
      i += 1
    } else {
      add(found, 'added', [young[j] as string])
      j += 1
    }
  }
}

/** The length of the longest common subsequence after each pair of positions. */
function commonLengths(old: readonly string[], young: readonly string[]): Uint16Array {
  const width = young.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = young.length - 1; j >= 0; j -= 1) {
      const here = i * width + j
      lengths[here] =
        old[i] === young[j]
          ? (lengths[here + width + 1] ?? 0) + 1
          : Math.max(lengths[here + width] ?? 0, lengths[here + 1] ?? 0)
    }
  }
  return lengths
}
