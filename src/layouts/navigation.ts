import type { IconName } from '#ui/iconPaths.ts'

/** A screen in the sidebar; `count` is shown beside it unless it is 0. */
export type NavigationItem = { href: string; label: string; icon: IconName; count?: number | undefined }

/** Who is signed in, as far as the frame shows it. */
export type Viewer = { firstName: string; lastName: string; profileImageUrl?: string | null | undefined }
