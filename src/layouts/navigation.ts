import type { Counted } from '#features/frame/counted.ts'
import type { IconName } from '#ui/iconPaths.ts'

/** The count next to a screen's name, hidden at 0, and what it counts. */
export type NavigationCount = { of: Counted; count: number }

/** A screen in the sidebar. */
export type NavigationItem = {
  href: string
  label: string
  icon: IconName
  count?: NavigationCount | undefined
}

/**
 * Attributes that mark the number for updates and hide it from screen readers, which get a description
 * instead.
 */
export const figureOf = ({ of, count }: NavigationCount) => ({
  'data-figure': of,
  'aria-hidden': 'true' as const,
  hidden: count === 0,
})

/** The attributes of the element that describes a link's count. */
export const descriptionOf = ({ of }: NavigationCount) => ({
  id: `count-${of}`,
  'data-figure-words': of,
  hidden: true,
})

/** The signed-in user, as the frame shows them. */
export type Viewer = { firstName: string; lastName: string; profileImageUrl?: string | null | undefined }
