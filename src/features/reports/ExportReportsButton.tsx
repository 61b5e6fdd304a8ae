import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'

const ExportReportsDialog = lazy(() =>
  import('./ExportReportsDialog.tsx').then((one) => one.ExportReportsDialog),
)

/** Opens the reports dialog, whose code loads on hover. */
export function ExportReportsButton({ isBlock = false }: { isBlock?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size={isBlock ? undefined : 'small'}
        isBlock={isBlock}
        icon="download"
        {...onIntent(ExportReportsDialog.load)}
        onClick={() => setOpen(true)}
      >
        Export Reports
      </Button>
      {isOpen && (
        <OnDemand>
          <ExportReportsDialog onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  )
}
