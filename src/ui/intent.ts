/**
 * Props for a control that opens something loaded on demand. They load its code on hover or focus, before the
 * click. `load` is a dynamic `import()`, which the browser runs once.
 */
export function onIntent(load: () => Promise<unknown>) {
  // An early failure is ignored, because the click tries again and reports it.
  const warm = () => void load().catch(() => undefined)
  return { onPointerEnter: warm, onFocus: warm }
}
