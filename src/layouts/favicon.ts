import { brand } from '#ui/theme.css.ts'

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="7" fill="${brand.accent}"/><path d="M7 8h12M7 13h8M7 18h5M15.5 17.5l2 2 3.5-4.5" fill="none" stroke="${brand.onAccent}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** The logo as a `data:` URL, which needs no request. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(mark)}`
