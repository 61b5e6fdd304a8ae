import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The number of a US or international phone; `null` for any other text. Only the length is checked, because new area
 * codes would otherwise be refused until the next update of the library.
 */
function readPhone(text: string) {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  return number?.isPossible() ? number : null
}

/** '(415) 555-0132' or '+44 20 7946 0958'; `null` if the text is not a phone number. */
export function formatPhone(text: string): string | null {
  const number = readPhone(text)
  if (!number) return null
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}

/** The last ten digits without an extension, as in the index `patients_phone_idx`; `null` for any other text. */
export function phoneKey(text: string): string | null {
  const number = readPhone(text)
  return number ? `${number.countryCallingCode}${number.nationalNumber}`.slice(-10) : null
}

/** The number for text messages, like +14155550132; `null` for an extension and for any other text. */
export function textableNumber(text: string | null): string | null {
  const number = text ? readPhone(text) : null
  return number && !number.ext ? number.number : null
}

/** Whether the patient agreed to text messages at the current phone number. */
export const agreedToTexts = ({
  phone,
  textNumber,
}: {
  phone: string | null
  textNumber: string | null
}): boolean => textNumber !== null && textNumber === textableNumber(phone)

/** The person with the phone number formatted. A text that is not a whole number, like a local one, stays as typed. */
export function withPhone<Person extends { phone?: string | null | undefined }>(person: Person): Person {
  const { phone } = person
  return phone ? { ...person, phone: formatPhone(phone) ?? phone } : person
}
