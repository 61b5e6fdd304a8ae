import { useState } from 'react'
import type { BulkSelection } from '../bulkJobs/bulkDocuments.ts'

type Selected = {
  /** The list that the selection belongs to, without its page. */
  list: string
  ids: ReadonlySet<string>
  /** Whether all patients of the list are selected, on any page. */
  isAll: boolean
}

export type Selection = ReturnType<typeof useSelection>

/** The selected patients of a list. `list` identifies the list: other filters begin a new selection. */
export function useSelection(list: string, filter: BulkSelection['filter'], shown: readonly string[]) {
  const none: Selected = { list, ids: new Set(), isAll: false }
  const [kept, setKept] = useState(none)
  const [last, setLast] = useState<string | null>(null)
  // On a phone, the boxes appear only after Select.
  const [isSelecting, setSelecting] = useState(false)
  const { ids, isAll } = kept.list === list ? kept : none
  const isSelected = (id: string) => isAll || ids.has(id)
  const set = (next: Iterable<string>) => setKept({ list, ids: new Set(next), isAll: false })
  const isPageSelected = shown.length > 0 && shown.every(isSelected)

  function toggle(id: string, isRange: boolean): void {
    const before = isAll ? new Set(shown) : ids
    const [from, to] = [last === null ? -1 : shown.indexOf(last), shown.indexOf(id)]
    const range = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    const others = [...before].filter((one) => !range.includes(one))
    set(before.has(id) ? others : [...others, ...range])
    setLast(id)
  }

  return {
    isSelecting,
    setSelecting,
    isSelected,
    isPageSelected,
    isPartly: shown.some(isSelected),
    isAll,
    count: ids.size,
    toggle,
    togglePage: () => set(isPageSelected ? [...ids].filter((id) => !shown.includes(id)) : [...ids, ...shown]),
    selectAll: () => setKept({ list, ids: new Set(shown), isAll: true }),
    clear: () => {
      setKept(none)
      setSelecting(false)
    },
    /** What a bulk job works on. */
    selection: (isAll ? { filter } : { patientIds: [...ids] }) as BulkSelection,
  }
}
