import { DeleteViewDialog } from './DeleteViewDialog.tsx'
import { UpdateViewDialog } from './UpdateViewDialog.tsx'
import { ViewDialog } from './ViewDialog.tsx'

type Props = {
  kind: 'save' | 'update' | 'rename' | 'delete'
  /** The current filters and order of the list. */
  query: string
  /** The opened view; only a new one is saved without it. */
  view?: { id: string; name: string; isShared: boolean } | undefined
  onClose: () => void
}

/** The dialogs of the views menu. */
export function ViewDialogs({ kind, query, view, onClose }: Props) {
  if (!view || kind === 'save') return <ViewDialog {...{ query, onClose }} />
  if (kind === 'rename') return <ViewDialog {...{ query, view, onClose }} />
  if (kind === 'update') return <UpdateViewDialog {...{ query, view, onClose }} />
  return <DeleteViewDialog {...{ view, onClose }} />
}
