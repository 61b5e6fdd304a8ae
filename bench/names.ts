const words = (text: string) => text.trim().split(/\s+/)

/** First names, common ones first. */
export const firstNames = words(`
  Maria James Robert Jennifer Michael Linda David Elizabeth William Barbara José Susan Thomas Jessica Charles Sarah
  Daniel Karen Matthew Lisa Anthony Nancy Mark Sandra Donald Ashley Steven Emily Andrew Kimberly Paul Margaret Joshua
  Donna Kenneth Michelle Kevin Carol Brian Amanda Timothy Melissa Ronald Deborah Jason Stephanie George Rebecca Edward
  Sharon Ryan Laura Jacob Cynthia Nicholas Amy Gary Kathleen Eric Angela Jonathan Shirley Zoë Renée Søren Aiyana Priya
  Nikhil Wei Hiroshi Fatima Omar Ngozi Chinedu Siobhán Björn Katarzyna Mateus Ximena Tariq`)

/** Last names, common ones first. */
export const lastNames = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
  Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young
  Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
  Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
  Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez
  Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jiménez Powell
  O'Brien Nakamura Lindqvist Okoye Kowalski Müller Haddad Papadopoulos Fitzgerald Vandenberg`)

/** Last names that exactly two patients share, however many patients there are. */
export const rareNames = words('Quill Thorn Bexle Wyck Zandt').flatMap((start) =>
  words('feather combe hollow sgard vane mere ruddle quist').map((end) => start + end),
)

/** Searches with many matches: names that thousands of patients share. */
export const broadSearches = [
  'smith',
  'maria',
  'garcia',
  'robert',
  'hall',
  'karen',
  'maria johnson',
  'nguyen',
  'kim',
  'example',
]
