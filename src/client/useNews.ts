import { useEffect, useRef, useState } from 'react'
import { isOwnChange } from './ownChanges.ts'

type Item = { id: string }

/** An item that changed; without `before`, it is new. */
export type Changed<One extends Item> = { before: One | undefined; now: One }

type Watched<One extends Item> = {
  /** The shown items; `null` while others load in their place. */
  items: readonly One[] | null
  /** Which items are shown, such as the filters. Another list is no news. */
  list?: string
  /** Whether an item that appears is news. */
  isNewNews?: boolean
  /** What counts as a change of an item. */
  stateOf: (item: One) => string
  /** The sentence for a live region, which may need code that is not loaded yet. */
  wordsOf: (changes: readonly Changed<One>[]) => Promise<string>
}

const nothing = { sentence: '', changed: new Set<string>() as ReadonlySet<string> }

/** Milliseconds until the news is removed. A screen reader has read it by then. */
const SHOWN_MS = 8_000

/**
 * The items that another user changed while they were shown, and a sentence about it for a live region. The user's own
 * changes have toasts.
 */
export function useNews<One extends Item>({ items, list = '', isNewNews, stateOf, wordsOf }: Watched<One>) {
  const known = useRef<{ list: string; items: ReadonlyMap<string, One> } | null>(null)
  const [news, setNews] = useState(nothing)

  useEffect(() => {
    if (!items) return
    const before = known.current
    known.current = { list, items: new Map(items.map((one) => [one.id, one])) }
    if (before?.list !== list) return
    const changes = items.flatMap((now): Changed<One>[] => {
      const was = before.items.get(now.id)
      const isNews = was ? stateOf(was) !== stateOf(now) : isNewNews
      return isNews ? [{ before: was, now }] : []
    })
    if (changes.length === 0 || isOwnChange()) return
    const changed = new Set(changes.map(({ now }) => now.id))
    setNews({ sentence: '', changed })
    // Without the sentence, the item still flashes.
    wordsOf(changes).then(
      (sentence) => setNews({ sentence, changed }),
      () => {},
    )
  }, [items, list, isNewNews, stateOf, wordsOf])

  useEffect(() => {
    if (news === nothing) return
    const timer = setTimeout(() => setNews(nothing), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [news])

  return news
}
