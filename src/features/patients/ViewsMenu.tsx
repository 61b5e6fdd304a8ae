import { useState } from 'react'
import { useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { viewQuery } from '#domain/savedViews/savedView.ts'
import { graphql } from '#generated/gql.ts'
import { lazy } from '#ui/lazy.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { firstPage, noNarrowing } from './listAddress.ts'

const ViewDialogs = lazy(() => import('./ViewDialogs.tsx').then((one) => one.ViewDialogs))

export const savedViewsQuery = graphql(`
  query ViewsMenu { savedViews(screen: patients) { id name query isShared isMine } }
`)

/** Clears the view and all its filters. */
const noView = {
  ...firstPage,
  ...noNarrowing,
  view: null,
  status: null,
  search: null,
  sort: null,
  direction: null,
  patient: null,
}

/** The saved views; the URL has the current one. */
export function ViewsMenu({ query }: { query: URLSearchParams }) {
  const { viewer } = useFrame()
  const [isWanted, setWanted] = useState(false)
  const [open, setOpen] = useState<'save' | 'update' | 'rename' | 'delete' | null>(null)
  const [{ data }] = useQuery({ query: savedViewsQuery, pause: !isWanted && !query.has('view') })
  const views = data?.savedViews ?? []
  const filters = viewQuery(query.toString())
  const opened = views.find(({ id }) => id === query.get('view'))
  // Other filters than those of the view can be saved in it.
  const current = opened?.query === filters ? opened : undefined
  const mayChange =
    opened &&
    can(viewer, 'savedView.change', { ownerId: opened.isMine ? viewer.id : '', isShared: opened.isShared })

  function act(id: string): void {
    const view = views.find((one) => one.id === id)
    if (view) changeAddress({ ...noView, ...Object.fromEntries(new URLSearchParams(view.query)), view: id })
    else setOpen(id as typeof open)
  }

  return (
    <>
      <MenuButton
        label={current ? `Views: ${current.name}` : 'Views'}
        icon="eye"
        size="small"
        items={[
          ...views.map(({ id, name, isShared }) => ({
            id,
            label: name,
            isCurrent: id === opened?.id,
            ...(isShared && { reason: 'Shared with everyone' }),
          })),
          { id: 'save', label: 'Save Current View…', icon: 'plus' as const },
          ...(mayChange
            ? [
                ...(current ? [] : [{ id: 'update', label: 'Update View…', icon: 'check' as const }]),
                { id: 'rename', label: 'Rename View…', icon: 'edit' as const },
                { id: 'delete', label: 'Delete View…', icon: 'trash' as const, tone: 'critical' as const },
              ]
            : []),
        ]}
        onAction={act}
        onWant={() => setWanted(true)}
      >
        {current?.name ?? 'Views'}
      </MenuButton>
      {open && (
        <OnDemand>
          <ViewDialogs kind={open} query={filters} view={opened} onClose={() => setOpen(null)} />
        </OnDemand>
      )}
    </>
  )
}
