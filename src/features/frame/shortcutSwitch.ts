// Whoever speaks to the machine, or holds a key down, may not want single keys to do anything (WCAG 2.1.4).
const SWITCH = 'caseload-shortcuts'

/** Whether single keys do anything in this browser. */
export const areShortcutsOn = (): boolean => localStorage.getItem(SWITCH) !== 'off'

export const switchShortcuts = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(SWITCH) : localStorage.setItem(SWITCH, 'off')
