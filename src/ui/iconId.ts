import type { IconName } from './iconPaths.ts'

/** Where in the page an icon is drawn. */
export const iconId = (name: IconName) => `icon-${name}`
