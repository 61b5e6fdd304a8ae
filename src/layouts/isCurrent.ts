/** Whether a sidebar item is the one to highlight (SPEC 2.3): its own path, or any path under it except for '/'. */
export function isCurrent(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname.startsWith(href)
}
