import { ownFolder } from 'virtual:viewer-frames'
import { type Colors, ownFile, type ToFrame } from '#viewer/protocol.ts'

/** Sends the frame one of the viewer's own files, which are served by name. */
export async function sendOwnFile(
  path: string,
  tell: (message: ToFrame, transfer?: Transferable[]) => void,
): Promise<void> {
  if (!ownFile.test(path)) return tell({ type: 'file', path, bytes: null })
  const bytes = await fetch(`${ownFolder}/${path}`).then(
    (answer) => (answer.ok ? answer.arrayBuffer() : null),
    () => null,
  )
  tell({ type: 'file', path, bytes }, bytes ? [bytes] : [])
}

/** The current colors of the frame, from the variables in `RecordViewer.css.ts`. */
export function colorsOf(element: HTMLElement): Colors {
  const style = getComputedStyle(element)
  const named = (name: string) => style.getPropertyValue(`--viewer-${name}`).trim()
  const ground = named('ground')
  return {
    ground,
    raised: named('raised'),
    ink: named('ink'),
    muted: named('muted'),
    line: named('line'),
    accent: named('accent'),
    // A dark background has a low red value.
    scheme: Number.parseInt(ground.slice(1, 3), 16) < 128 ? 'dark' : 'light',
  }
}
