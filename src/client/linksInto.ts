import { type AddressChange, changeAddress, withChange } from './address.ts'

type Press = { preventDefault(): void; metaKey?: boolean; ctrlKey?: boolean; shiftKey?: boolean }

/** What a link needs to lead to the same screen with another address. */
export type IntoScreen = (
  query: URLSearchParams,
  change: AddressChange,
) => { href: string; onClick: (event: Press) => void }

/** Links into a screen: pressed plainly, they change the address without loading the page. */
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
