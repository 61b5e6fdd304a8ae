import { Component, type ReactNode } from 'react'
import { toastQueue } from './toastQueue.ts'

type Props = { children: ReactNode }

/** Says that a part of the page could not be fetched. */
export const notLoaded = () =>
  toastQueue.add({
    title: 'Error',
    description: 'This could not be loaded. Check your connection and reload the page.',
    tone: 'destructive',
  })

/**
 * Around whatever is loaded when it is needed. If its code cannot be fetched, that part stays away and says so, and
 * the screen around it stays as it is.
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
