import { useEffect } from 'react'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { toast } from '#client/toast.ts'
import { Bell } from './Bell.tsx'
import { FrameKeys } from './FrameKeys.tsx'
import { PrimaryAction } from './PrimaryAction.tsx'
import { PrintButton } from './PrintButton.tsx'
import type { QuickActionName } from './quickActions.ts'
import { Search } from './Search.tsx'
import { SessionWatch } from './SessionWatch.tsx'
import { watchPrint } from './watchPrint.ts'
import { watchSignOut } from './watchSignOut.ts'

type Props = {
  frame: Frame
  /** The screen's main action; hidden from users who lack the permission. */
  primary?: QuickActionName
  /** Whether the screen has a list that is printed. */
  canPrint?: boolean
  /** The patient list filters itself. On other screens the search leads there. */
  isPatientList?: boolean
  /** The URL's query as the server saw it. */
  initialQuery?: string
}

/** The right half of every screen's header. */
export function ScreenHeader({
  frame,
  primary,
  canPrint = false,
  isPatientList = false,
  initialQuery = '',
}: Props) {
  useEffect(() => toast.showCarried(), [])
  useEffect(watchSignOut, [])
  useEffect(() => watchPrint(frame), [frame])
  return (
    <Island frame={frame}>
      {canPrint && <PrintButton label="Print" />}
      {primary && <PrimaryAction name={primary} />}
      <Search initialQuery={initialQuery} isPatientList={isPatientList} />
      <Bell />
      <FrameKeys />
      <SessionWatch />
    </Island>
  )
}
