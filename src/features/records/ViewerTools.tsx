import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { ToFrame } from '#viewer/protocol.ts'
import { notOnPhone } from '../patients/PatientDialog.css.ts'
import {
  figures,
  find,
  foldButton,
  folded,
  group,
  pageField,
  tools as toolsClass,
} from './RecordViewer.css.ts'
import type { DocumentView } from './useDocumentFrame.ts'

type Props = {
  view: DocumentView
  tell: (message: ToFrame) => void
  findField: RefObject<HTMLInputElement | null>
}

/** The toolbar of the document viewer. */
export function ViewerTools({ view, tell, findField }: Props) {
  const has = (tool: DocumentView['tools'][number]) => view.tools.includes(tool)
  // On a phone, the tools would take a fifth of the document's room.
  const [isUnfolded, setUnfolded] = useState(false)
  // Its room is there from the start, so that the document does not move.
  if (view.state !== 'shown') return <div className={toolsClass} />
  return (
    <div className={toolsClass} data-unfolded={isUnfolded || undefined}>
      {has('page') && <PageField view={view} tell={tell} />}
      <span className={foldButton}>
        <Button
          size="small"
          icon={isUnfolded ? 'chevronUp' : 'chevronDown'}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Hide Tools' : 'Show Tools'}
        </Button>
      </span>
      <div className={folded}>
        <div className={group} role="group" aria-label="Size">
          <IconButton
            icon="minus"
            size="small"
            label="Zoom Out"
            onClick={() => tell({ type: 'zoom', by: 'out' })}
          />
          <span className={notOnPhone}>
            <span className={figures}>{view.percent}%</span>
          </span>
          <IconButton
            icon="plus"
            size="small"
            label="Zoom In"
            onClick={() => tell({ type: 'zoom', by: 'in' })}
          />
          <IconButton
            icon="width"
            size="small"
            label="Fit Width"
            onClick={() => tell({ type: 'zoom', by: 'width' })}
          />
          {has('rotate') && (
            <IconButton icon="rotate" size="small" label="Rotate" onClick={() => tell({ type: 'rotate' })} />
          )}
        </div>
        {has('find') && <FindField view={view} tell={tell} findField={findField} />}
      </div>
    </div>
  )
}

/** Shows the current page and lets the user enter another. */
function PageField({ view: { page, pages }, tell }: Omit<Props, 'findField'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Number(typed)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pages) tell({ type: 'page', page: wanted })
    setTyped(null)
  }
  return (
    <form className={group} onSubmit={go}>
      <span className={notOnPhone}>
        <IconButton
          icon="chevronUp"
          size="small"
          label="Previous Page"
          isDisabled={page <= 1}
          onClick={() => tell({ type: 'page', page: page - 1 })}
        />
        <IconButton
          icon="chevronDown"
          size="small"
          label="Next Page"
          isDisabled={page >= pages}
          onClick={() => tell({ type: 'page', page: page + 1 })}
        />
      </span>
      <input
        className={pageField}
        aria-label={`Page, of ${pages}`}
        inputMode="numeric"
        value={typed ?? String(page)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(null)}
      />
      <span className={figures}>of {pages}</span>
    </form>
  )
}

function FindField({ view: { found }, tell, findField }: Props) {
  const [text, setText] = useState('')
  useEffect(() => {
    // Searches after a pause instead of at every letter.
    const timer = setTimeout(() => tell({ type: 'find', text, step: 'first' }), 250)
    return () => clearTimeout(timer)
  }, [text, tell])
  const step = (direction: 'next' | 'previous') => tell({ type: 'find', text, step: direction })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    step('next')
  }
  return (
    <form className={find} role="search" onSubmit={submit}>
      <SearchField
        ref={findField}
        label="Find in Document"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text && (
        <>
          <output className={figures}>
            {found && found.of > 0 ? `${found.at} of ${found.of}` : 'Not found'}
          </output>
          <IconButton icon="chevronUp" size="small" label="Previous Match" onClick={() => step('previous')} />
          <IconButton icon="chevronDown" size="small" label="Next Match" onClick={() => step('next')} />
        </>
      )}
    </form>
  )
}
