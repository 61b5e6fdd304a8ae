import { Component, type ReactNode } from 'react'
import { toastQueue } from './toastQueue.ts'

type Props = { children: ReactNode }

/** Shows a toast that a part of the page could not be loaded. Only a reload of the page makes the browser try again. */
export const notLoaded = () =>
  toastQueue.add(
    {
      title: 'Error',
      description: 'This part of the page could not be loaded.',
      tone: 'destructive',
      action: { label: 'Reload Page', onPress: () => location.reload() },
    },
    { timeout: 0 },
  )

/**
 * An error boundary around code that loads on demand. If that fails, only this part is missing and a toast
 * says so.
 */
export class OnDemand extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    notLoaded()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
