import { type AddressChange, changeAddress, withChange } from '#client/address.ts'
import { paths } from '#domain/access/screens.ts'

type Press = { preventDefault(): void; metaKey?: boolean; ctrlKey?: boolean; shiftKey?: boolean }

/** A link into the trail; pressed plainly, it changes the address without loading the page. */
export const intoTrail = (query: URLSearchParams, change: AddressChange) => ({
  href: `${paths.auditLogs}${withChange(query.toString(), change)}`,
  onClick: (event: Press) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    changeAddress(change)
    window.scrollTo({ top: 0 })
  },
})
