import { careNotes } from './careNotes.ts'
import type { DemoNote } from './demoNote.ts'
import { intakeNotes } from './intakeNotes.ts'

export const demoNotes: DemoNote[] = [...intakeNotes, ...careNotes]
