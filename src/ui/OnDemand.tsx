import { Component, type ReactNode } from 'react'
import { NotLoaded } from './lazy.tsx'
import { toastQueue } from './toastQueue.ts'

type Props = { children: ReactNode }

/** The longest time between two attempts to load code, in milliseconds. */
const LONGEST_PAUSE = 30_000

/** Shows a toast that the code for an action could not be loaded, until it is closed. Try Again runs `retry`. */
export const notLoaded = (retry?: () => void) =>
  toastQueue.add(
    {
      title: 'No connection',
      description: 'Nothing was sent.',
      detail: 'If your connection works, reload the page.',
      tone: 'destructive',
      action: retry && { label: 'Try Again', onPress: retry },
    },
    { timeout: 0 },
  )

/**
 * An error boundary around code that loads on demand. While it cannot be loaded, only this part is missing and a toast
 * says so. It is loaded again when the user presses Try Again, when the network returns, and in growing intervals.
 */
export class OnDemand extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  private attempts = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error) {
    if (!(error instanceof NotLoaded)) {
      toastQueue.add({
        title: 'Error',
        description: 'This part of the page could not be shown. Reload the page.',
        tone: 'destructive',
      })
      return
    }
    if (this.attempts === 0) notLoaded(this.tryAgain)
    this.attempts += 1
    this.timer = setTimeout(this.loadAgain, Math.min(LONGEST_PAUSE, 1000 * 2 ** this.attempts))
    window.addEventListener('online', this.loadAgain)
  }

  override componentWillUnmount() {
    this.stopWaiting()
  }

  private loadAgain = () => {
    this.stopWaiting()
    this.setState({ hasFailed: false })
  }

  /** Loads the code again, and says so if that fails too. */
  private tryAgain = () => {
    this.attempts = 0
    this.loadAgain()
  }

  private stopWaiting() {
    clearTimeout(this.timer)
    window.removeEventListener('online', this.loadAgain)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
