import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { TaskList } from './TaskList.tsx'

/** The clinic's tasks with their dialogs. */
export function Tasks({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <TaskList initialQuery={initialQuery} />
    </Island>
  )
}
