import { type AddressChange, changeAddress, withChange } from './address.ts'

type Press = { preventDefault(): void; metaKey?: boolean; ctrlKey?: boolean; shiftKey?: boolean }

/** Creates the props of a link that changes the URL of a screen. */
export type IntoScreen = (
  query: URLSearchParams,
  change: AddressChange,
) => { href: string; onClick: (event: Press) => void }

/** Links within a screen: a plain click changes the URL without loading the page. */
export const linksInto =
  (path: string, onPressed?: () => void): IntoScreen =>
  (query, change) => ({
    href: `${path}${withChange(query.toString(), change)}`,
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      changeAddress(change)
      onPressed?.()
    },
  })
