import { mapAddress } from '#domain/places.ts'
import { link } from '#ui/type.css.ts'

/** A place as a link to a map in a new tab. The map service does not learn which page it came from. */
export function PlaceLink({ place }: { place: string }) {
  const href = mapAddress(place)
  if (!href) return place
  return (
    <a className={link} href={href} target="_blank" rel="noreferrer" title="Show on a Map">
      {place}
    </a>
  )
}
