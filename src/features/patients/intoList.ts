import { type AddressChange, changeAddress, withChange } from '#client/address.ts'
import { paths } from '#domain/access/screens.ts'

/** A link into the patient list; pressed plainly, it changes the address without loading the page. */
export const into = (query: URLSearchParams, change: AddressChange) => ({
  href: `${paths.patients}${withChange(query.toString(), change)}`,
  onClick: (event: { preventDefault(): void; metaKey?: boolean; ctrlKey?: boolean }) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    changeAddress(change)
  },
})
