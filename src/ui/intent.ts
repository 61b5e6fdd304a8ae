/**
 * Props for a control that opens something loaded on demand. They load its code on hover or focus, before the
 * click. `load` is a dynamic `import()`, which the browser runs once.
 */
export function onIntent(load: () => Promise<unknown>) {
  // An early failure is ignored, because the click reports it. Without a network, failing would make the click fail as well.
  const warm = () => {
    if (navigator.onLine) load().catch(() => undefined)
  }
  return { onPointerEnter: warm, onFocus: warm }
}
