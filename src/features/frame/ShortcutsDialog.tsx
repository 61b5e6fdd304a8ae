import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Kbd } from '#ui/Kbd.tsx'
import { keys as keysClass, line, list } from './Shortcuts.css.ts'
import { areShortcutsOn, switchShortcuts } from './shortcutSwitch.ts'
import { shortcutsFor, WITH_CONTROL } from './shortcuts.ts'

/** The shortcuts for this user, and the switch for single-key ones. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { viewer } = useFrame()
  const [isOn, setOn] = useState(areShortcutsOn)

  function change(next: boolean): void {
    switchShortcuts(next)
    setOn(next)
  }

  return (
    <Dialog title="Keyboard Shortcuts" onClose={onClose}>
      <DialogBody>
        <dl className={list}>
          {shortcutsFor(viewer).map(({ keys, label }) => (
            <div key={label} className={line}>
              <dt>{label}</dt>
              <dd className={keysClass}>
                {keys.map((key) => (
                  <Kbd key={key}>{shown(key)}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          isSelected={isOn}
          onChange={change}
          detail="Turn this off if you use speech input or another tool that presses keys for you."
        >
          Use single-key shortcuts
        </Checkbox>
      </DialogBody>
      <DialogFoot>
        <DialogClose>Close</DialogClose>
      </DialogFoot>
    </Dialog>
  )
}

/** The key's label on this computer's keyboard. */
function shown(key: string): string {
  if (key === WITH_CONTROL) return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  return key.length === 1 ? key.toUpperCase() : key
}
