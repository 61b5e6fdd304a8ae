import { type ReactNode, useEffect, useRef } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { checkedFields } from './PatientDialog.css.ts'
import type { usePossibleDuplicates } from './usePossibleDuplicates.ts'

const Warning = lazy(() => import('./DuplicateWarning.tsx').then((one) => one.DuplicateWarning))

type Check = ReturnType<typeof usePossibleDuplicates>

/** Fields that are checked for duplicates when the focus leaves one of them, with the warning below. */
export function CheckedFields({ check, children }: { check: Check; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const look = useRef(check.look)
  useEffect(() => {
    look.current = check.look
  })
  useEffect(() => {
    const fields = element.current
    const leave = () => {
      const form = fields?.closest('form')
      if (form) void look.current(form)
    }
    fields?.addEventListener('focusout', leave)
    return () => fields?.removeEventListener('focusout', leave)
  }, [])
  return (
    <>
      <div ref={element} className={checkedFields}>
        {children}
      </div>
      {check.found.length > 0 && (
        <OnDemand>
          <Warning duplicates={check.found} isStopped={check.isStopped} />
        </OnDemand>
      )}
    </>
  )
}
