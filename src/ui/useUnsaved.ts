import { createContext, use, useEffect, useRef } from 'react'
import { type Check, holdPage } from './unsaved.ts'

/** Registers a check and returns the function that removes it. */
export type Hold = (check: Check) => () => void

/** Registers the checks of a dialog's contents; `null` outside of a dialog. */
export const HoldContext = createContext<Hold | null>(null)

/** Reports whether a part of the page has unsaved input; the dialog and the browser then ask. */
export function useUnsaved(isChanged: Check): void {
  const hold = use(HoldContext)
  const latest = useRef(isChanged)
  latest.current = isChanged
  useEffect(() => {
    const check = () => latest.current()
    const letPageGo = holdPage(check)
    const letDialogGo = hold?.(check)
    return () => {
      letPageGo()
      letDialogGo?.()
    }
  }, [hold])
}
