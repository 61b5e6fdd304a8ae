import { CHANNEL, type Change } from '../live/change.ts'
import { type DebugHelper, makeDebugHelper } from './debugHelper.ts'

declare global {
  interface Window {
    caseloadDebug?: DebugHelper
  }
}

const { helper, watched, hear } = makeDebugHelper(window.fetch.bind(window))
window.caseloadDebug = helper
window.fetch = watched
new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }: MessageEvent<Change>) =>
  hear([data.resourceType, data.action].filter(Boolean).join(' ')),
)
