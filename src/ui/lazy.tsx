import { type ComponentProps, type FunctionComponent, type ReactNode, useEffect, useReducer } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: whatever it is given is given on
type AnyComponent = FunctionComponent<any>

/**
 * A component whose code comes when it is first shown. As React's own `lazy`, but there as soon as the code is: what React
 * suspends comes back 300 ms later at the earliest, every first menu and dialog of a page (`FALLBACK_THROTTLE_MS` of its
 * reconciler). `meanwhile` stands in its place; code that cannot be fetched is thrown, for `OnDemand` to tell.
 */
export function lazy<One extends AnyComponent>(
  load: () => Promise<One>,
  meanwhile: ReactNode = null,
): FunctionComponent<ComponentProps<One>> {
  let Loaded: AnyComponent | undefined
  return function Lazy(props) {
    const [failure, settle] = useReducer((_: object, why: object) => why, {})
    useEffect(() => {
      if (Loaded) return
      load().then(
        (component) => {
          Loaded = component
          settle({})
        },
        (error) => settle({ error }),
      )
    }, [])
    if ('error' in failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : meanwhile
  }
}
