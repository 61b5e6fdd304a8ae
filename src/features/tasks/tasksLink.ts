import { type AddressChange, changeAddress, withChange } from '#client/address.ts'
import { paths } from '#domain/access/screens.ts'

/** A link into this screen; pressed plainly, it changes the address without loading the page. */
export const into = (query: URLSearchParams, change: AddressChange) => ({
  href: `${paths.tasks}${withChange(query.toString(), change)}`,
  onClick: (event: { preventDefault(): void; metaKey?: boolean; ctrlKey?: boolean }) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    changeAddress(change)
  },
})
