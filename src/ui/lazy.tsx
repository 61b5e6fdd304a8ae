import { type ComponentProps, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'
import { loadWhenConnected } from './connection.ts'

// biome-ignore lint/suspicious/noExplicitAny: it passes on any props
type AnyComponent = FunctionComponent<any>

/** A component whose code loads when it is first shown. */
export type LazyComponent<One extends AnyComponent> = FunctionComponent<ComponentProps<One>> & {
  /** Loads the code ahead, for `onIntent`. The component is then there at once. */
  load: () => Promise<unknown>
}

/**
 * Like React's `lazy`, but shows the component as soon as its code has loaded. React shows suspended content
 * only after 300 ms (`FALLBACK_THROTTLE_MS` in its reconciler), which delays every first menu and dialog.
 * `fallback` is shown until then, also while there is no network. A failed load throws, for `OnDemand` to report.
 */
export function lazy<One extends AnyComponent>(
  importCode: () => Promise<One>,
  fallback: ReactNode = null,
): LazyComponent<One> {
  let Loaded: AnyComponent | undefined
  const load = async () => {
    Loaded = await importCode()
  }
  function Lazy(props: ComponentProps<One>) {
    const [{ Shown, ...failure }, settle] = useState<{ Shown?: AnyComponent | undefined; error?: unknown }>({
      Shown: Loaded,
    })
    useEffect(() => {
      if (Shown) return
      loadWhenConnected(load).then(
        () => settle({ Shown: Loaded }),
        (error) => settle({ error }),
      )
    }, [Shown])
    if ('error' in failure) throw failure.error
    return Shown ? <Shown {...props} /> : fallback
  }
  return Object.assign(Lazy, { load })
}
