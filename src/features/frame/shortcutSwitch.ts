// Users of speech input may need to turn off single-key shortcuts (WCAG 2.1.4).
const SWITCH = 'caseload-shortcuts'

/** Whether single-key shortcuts are on in this browser. */
export const areShortcutsOn = (): boolean => localStorage.getItem(SWITCH) !== 'off'

export const switchShortcuts = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(SWITCH) : localStorage.setItem(SWITCH, 'off')
