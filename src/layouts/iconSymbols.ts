import { iconId } from '#ui/iconId.ts'
import { type IconName, iconPaths } from '#ui/iconPaths.ts'

const icons = Object.entries(iconPaths) as [IconName, string][]

/** All icons as symbols, built once. They are at the top of each page, which must be sent at once. */
export const iconSymbols = icons
  .map(([name, path]) => `<symbol id="${iconId(name)}" viewBox="0 0 20 20"><path d="${path}"/></symbol>`)
  .join('')
