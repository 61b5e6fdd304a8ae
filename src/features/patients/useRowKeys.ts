import { useEffect, useEffectEvent } from 'react'
import { isForPage } from '../frame/shortcutSwitch.ts'

/** The row of an element, or of the focus. A row that can be reached with the keys has its ID in `data-row`. */
const rowOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-row]') ?? null

/** Moves the focus to the link of the next or previous row; from elsewhere, to the first row. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rowOf(document.activeElement)
  const next = current ? rows[rows.indexOf(current) + step] : rows[0]
  next?.querySelector('a')?.focus()
}

type RowActions = { onSelect: (id: string) => void; onEdit: (id: string) => void }

/** J and K move between the rows, X selects and E edits the focused one. Enter opens it, as with every link. */
export function useRowKeys({ onSelect, onEdit }: RowActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return
    const id = rowOf(document.activeElement)?.dataset.row
    if (event.key === 'j') move(1)
    else if (event.key === 'k') move(-1)
    else if (id && event.key === 'x') onSelect(id)
    else if (id && event.key === 'e') onEdit(id)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
