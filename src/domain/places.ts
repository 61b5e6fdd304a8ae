/**
 * The address of a map that shows a place, or `null` for a place that is a link itself, such as a video call. Phones open
 * it in their map app. The map service learns only the text of the place, and only when the link is pressed.
 */
export const mapAddress = (place: string): string | null =>
  /^\w+:\/\//.test(place) ? null : `https://maps.google.com/maps?q=${encodeURIComponent(place)}`
