import type { Counted } from '#features/frame/counted.ts'
import type { IconName } from '#ui/iconPaths.ts'

/** A number beside the name of a screen, unless it is 0, and what it counts. */
export type NavigationCount = { of: Counted; count: number }

/** A screen in the sidebar. */
export type NavigationItem = {
  href: string
  label: string
  icon: IconName
  count?: NavigationCount | undefined
}

/** The attributes by which the number is found again when it changes, and hidden from who hears it described. */
export const figureOf = ({ of, count }: NavigationCount) => ({
  'data-figure': of,
  'aria-hidden': 'true' as const,
  hidden: count === 0,
})

/** The element that describes a link by its number. */
export const descriptionOf = ({ of }: NavigationCount) => ({
  id: `count-${of}`,
  'data-figure-words': of,
  hidden: true,
})

/** Who is signed in, as far as the frame shows it. */
export type Viewer = { firstName: string; lastName: string; profileImageUrl?: string | null | undefined }
