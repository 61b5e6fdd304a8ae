// Users of speech input may need to turn off single-key shortcuts (WCAG 2.1.4).
const SWITCH = 'caseload-shortcuts'

/** Whether single-key shortcuts are on in this browser. */
export const areShortcutsOn = (): boolean => localStorage.getItem(SWITCH) !== 'off'

export const switchShortcuts = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(SWITCH) : localStorage.setItem(SWITCH, 'off')

/** Where letters have a meaning of their own. A checkbox takes only Space. */
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]'
const dialogs = '[role=dialog], [role=alertdialog]'

/** Whether a single key is meant for the page, and not for a field, a menu or, unless `inDialogs`, a dialog. */
export const isForPage = (event: KeyboardEvent, inDialogs = false): boolean =>
  !(event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) &&
  !(event.target as Element).closest(inDialogs ? fields : `${fields}, ${dialogs}`) &&
  areShortcutsOn()
