import type { ReactNode } from 'react'
import { Provider } from 'urql'
import { type Frame, FrameContext } from './frame.ts'
import { urqlClient } from './urql.ts'

/** Around everything an island renders: the tab's client and what the server told of the page. */
export function Island({ frame, children }: { frame: Frame; children: ReactNode }) {
  return (
    <Provider value={urqlClient()}>
      <FrameContext value={frame}>{children}</FrameContext>
    </Provider>
  )
}
