/**
 * Props for a control that opens something loaded later: fetches its code when the control is pointed at or
 * focused, so that it is there when pressed. `load` is a dynamic `import()`, which the browser runs once.
 */
export function onIntent(load: () => Promise<unknown>) {
  // A failed early fetch is not the moment to complain: pressing tries again and reports.
  const warm = () => void load().catch(() => undefined)
  return { onPointerEnter: warm, onFocus: warm }
}
