import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import * as styles from './Tabs.css.ts'

/** A tab. Its panel is rendered only while selected. */
export type TabItem = { id: string; label: string; count?: number | undefined; panel: ReactNode }

type TabsProps = {
  /** The accessible name. */
  label: string
  items: readonly TabItem[]
  selected: string
  onSelect: (id: string) => void
}

/** The tab that a key selects from `index` of `count`; `undefined` for other keys. */
function stepOf(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Tabs. The arrow keys move between tabs, and Tab moves on to the panel. */
export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = items.find((item) => item.id === selected)

  function onKeyDown(event: KeyboardEvent) {
    const next =
      items[
        stepOf(
          event.key,
          items.findIndex((item) => item.id === selected),
          items.length,
        ) ?? -1
      ]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {items.map((item) => {
          const isSelected = item.id === selected
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${id}-${item.id}`}
              data-tab={item.id}
              aria-selected={isSelected}
              aria-controls={isSelected ? `${id}-panel` : undefined}
              tabIndex={isSelected ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(item.id)}
              onKeyDown={onKeyDown}
            >
              {item.label}
              {item.count !== undefined && (
                <span className={styles.count}>{item.count.toLocaleString('en-US')}</span>
              )}
            </button>
          )
        })}
      </div>
      <div
        key={selected}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a page without anything to press is reached by the keyboard too
        tabIndex={0}
        className={styles.panel}
      >
        {current?.panel}
      </div>
    </div>
  )
}
