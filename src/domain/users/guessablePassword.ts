/** Public facts about the user who sets a password. */
export type AccountNames = {
  firstName: string
  lastName: string
  email: string
  clinicName: string
}

export const COMMON_PASSWORD = 'This password is on the list of commonly used passwords. Choose another.'
export const PERSONAL_PASSWORD =
  "Choose a password that is not based on your name, your e-mail address or the clinic's name."

/** Lowercase letters and digits, without a leading or trailing number such as a year. */
const core = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^\p{N}+|\p{N}+$/gu, '')

/** Minimum length of a distinctive word in the clinic's name. */
const WORD_MIN = 4

/** Whether the password is only a name of the user, the clinic or the product (ASVS 6.2.11). */
export function isMadeOfNames(password: string, account: AccountNames): boolean {
  const { firstName, lastName, email, clinicName } = account
  const words = clinicName.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const initials = words.map((word) => word.charAt(0)).join('')
  const names = [
    'caseload',
    clinicName,
    initials,
    ...words.filter((word) => word.length >= WORD_MIN),
    email,
    email.split('@')[0] ?? '',
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
  ]
  const typed = core(password)
  return typed !== '' && names.some((name) => core(name) === typed)
}
