import type { ReactNode } from 'react'
import { Provider } from 'urql'
import { type Frame, FrameContext } from './frame.ts'
import { urqlClient } from './urql.ts'

/** The root of every island: provides the tab's client and the page's data from the server. */
export function Island({ frame, children }: { frame: Frame; children: ReactNode }) {
  return (
    <Provider value={urqlClient()}>
      <FrameContext value={frame}>{children}</FrameContext>
    </Provider>
  )
}
