import { type ComponentProps, type FunctionComponent, type ReactNode, useEffect, useReducer } from 'react'
import { loadWhenConnected } from './connection.ts'

// biome-ignore lint/suspicious/noExplicitAny: it passes on any props
type AnyComponent = FunctionComponent<any>

/**
 * Like React's `lazy`, but shows the component as soon as its code has loaded. React shows suspended content
 * only after 300 ms (`FALLBACK_THROTTLE_MS` in its reconciler), which delays every first menu and dialog.
 * `fallback` is shown until then, also while there is no network. A failed load throws, for `OnDemand` to report.
 */
export function lazy<One extends AnyComponent>(
  load: () => Promise<One>,
  fallback: ReactNode = null,
): FunctionComponent<ComponentProps<One>> {
  let Loaded: AnyComponent | undefined
  return function Lazy(props) {
    const [failure, settle] = useReducer((_: object, why: object) => why, {})
    useEffect(() => {
      if (Loaded) return
      loadWhenConnected(load).then(
        (component) => {
          Loaded = component
          settle({})
        },
        (error) => settle({ error }),
      )
    }, [])
    if ('error' in failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : fallback
  }
}
