import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { OnDemand } from '#ui/OnDemand.tsx'
import { type QuickActionName, quickActions } from './quickActions.ts'

/** The screen's main button and its dialog, whose code loads on first intent. */
export function PrimaryAction({ name }: { name: QuickActionName }) {
  const { viewer } = useFrame()
  const [isOpen, setOpen] = useState(false)
  const { label, needs, Dialog } = quickActions[name]
  if (!can(viewer, needs)) return null
  return (
    <>
      <Button
        variant="primary"
        icon="plus"
        isIconOnPhone
        {...onIntent(Dialog.load)}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <OnDemand>
          <Dialog onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  )
}
