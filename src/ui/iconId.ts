import type { IconName } from './iconPaths.ts'

/** The ID of an icon's drawing in the page. */
export const iconId = (name: IconName) => `icon-${name}`
