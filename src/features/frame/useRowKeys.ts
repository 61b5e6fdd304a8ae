import { useEffect, useEffectEvent } from 'react'
import { isForPage } from './shortcutSwitch.ts'

/** The row of an element, or of the focus. A row that can be reached with the keys has its ID in `data-row`. */
const rowOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-row]') ?? null

/**
 * Moves the focus to the next or previous row, on what opens it: the first link, or the element with `data-opener`.
 * From elsewhere, moves to the first row. In a panel, only the panel's rows count.
 */
function move(step: 1 | -1): void {
  const panel = document.activeElement?.closest('[role=dialog]') ?? document
  const rows = [...panel.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rowOf(document.activeElement)
  const next = current ? rows[rows.indexOf(current) + step] : rows[0]
  const opener = next?.querySelector<HTMLElement>('[data-opener]') ?? next?.querySelector('a')
  opener?.focus()
}

type RowActions = {
  onSelect?: (id: string) => void
  onEdit?: (id: string) => void
  /** The list is in a panel with the role of a dialog, whose keys are not the page's. */
  isInPanel?: boolean
}

/** J and K move between the rows, X selects and E edits the focused one. Enter opens it, as with every link. */
export function useRowKeys({ onSelect, onEdit, isInPanel = false }: RowActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event, isInPanel)) return
    const id = rowOf(document.activeElement)?.dataset.row
    if (event.key === 'j') move(1)
    else if (event.key === 'k') move(-1)
    else if (id && onSelect && event.key === 'x') onSelect(id)
    else if (id && onEdit && event.key === 'e') onEdit(id)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
