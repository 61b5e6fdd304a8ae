import { Component, type ReactNode } from 'react'
import { toastQueue } from './toastQueue.ts'

type Props = { children: ReactNode }

/** Shows a toast that a part of the page could not be loaded. */
export const notLoaded = () =>
  toastQueue.add({
    title: 'Error',
    description: 'This part of the page could not be loaded. Check your connection and reload the page.',
    tone: 'destructive',
  })

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
