/** The first letter of each name in upper case; both names may be empty. */
export function initials(firstName: string, lastName: string): string {
  return [firstName, lastName]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US')
}
