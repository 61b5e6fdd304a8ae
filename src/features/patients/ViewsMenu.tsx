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

const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((one) => one.ViewDialog))
const DeleteView = lazy(() => import('./DeleteViewDialog.tsx').then((one) => one.DeleteViewDialog))

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
  const [open, setOpen] = useState<'save' | 'rename' | 'delete' | null>(null)
  const [{ data }] = useQuery({ query: savedViewsQuery, pause: !isWanted && !query.has('view') })
  const views = data?.savedViews ?? []
  const current = views.find(
    ({ id, query: kept }) => id === query.get('view') && kept === viewQuery(query.toString()),
  )
  const mayChange =
    current &&
    can(viewer, 'savedView.change', { ownerId: current.isMine ? viewer.id : '', isShared: current.isShared })

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
            isCurrent: id === current?.id,
            ...(isShared && { reason: 'Shared with everyone' }),
          })),
          { id: 'save', label: 'Save Current View…', icon: 'plus' as const },
          ...(mayChange
            ? [
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
          {open === 'delete' && current ? (
            <DeleteView view={current} onClose={() => setOpen(null)} />
          ) : (
            <ViewDialog
              query={viewQuery(query.toString())}
              {...(open === 'rename' && current && { view: current })}
              onClose={() => setOpen(null)}
            />
          )}
        </OnDemand>
      )}
    </>
  )
}
