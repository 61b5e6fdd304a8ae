/** The patient fields to which a column can be mapped. */
export const importFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'email',
  'phone',
  'address',
  'dateOfInjury',
  'injuryDescription',
  'notes',
] as const
export type ImportField = (typeof importFields)[number]

/** The labels in Add Patient. */
export const importFieldLabel: Record<ImportField, string> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  dateOfInjury: 'Date of Injury',
  injuryDescription: 'Injury Description',
  notes: 'Notes',
}

/** Fields to which several columns can be mapped, with the separator: parts of an address, several notes. */
export const joinedWith: Partial<Record<ImportField, string>> = { address: ', ', notes: '\n' }

/** The required fields. */
export const neededFields = ['firstName', 'lastName'] as const satisfies ImportField[]

export const isDateField = (field: ImportField): boolean =>
  field === 'dateOfBirth' || field === 'dateOfInjury'

/** The mapping of one column, counted from 0, to a field. */
export type MappedColumn = { column: number; field: ImportField }

const words: Record<ImportField, readonly string[]> = {
  firstName: [
    'first',
    'firstname',
    'given',
    'givenname',
    'forename',
    'fname',
    'patientfirstname',
    'firstnames',
  ],
  lastName: ['last', 'lastname', 'surname', 'family', 'familyname', 'lname', 'patientlastname'],
  dateOfBirth: ['birthdate', 'dateofbirth', 'dob', 'birthday', 'birth', 'born', 'patientdob', 'bdate'],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'patientemail', 'email1'],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'tel',
    'mobile',
    'mobilephone',
    'cell',
    'cellphone',
    'homephone',
    'phone1',
  ],
  address: [
    ...[
      'address',
      'street',
      'streetaddress',
      'addressline1',
      'addressline2',
      'address1',
      'address2',
      'mailingaddress',
    ],
    ...['city', 'town', 'state', 'zip', 'zipcode', 'postalcode', 'postcode'],
  ],
  dateOfInjury: [
    'dateofinjury',
    'injurydate',
    'doi',
    'dateofaccident',
    'accidentdate',
    'dateofloss',
    'dol',
    'incidentdate',
  ],
  injuryDescription: [
    'injury',
    'injurydescription',
    'accidentdescription',
    'incidentdescription',
    'injuries',
  ],
  notes: ['notes', 'note', 'comment', 'comments', 'remark', 'remarks'],
}

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Guesses the mapping from the headers. If two columns match a field that takes one, the first is used. */
export function guessColumns(headers: readonly string[]): MappedColumn[] {
  const taken = new Set<ImportField>()
  return headers.flatMap((header, column) => {
    const field = importFields.find((one) => words[one].includes(plain(header)))
    if (!field || (taken.has(field) && !joinedWith[field])) return []
    taken.add(field)
    return [{ column, field }]
  })
}

/** The problem with a mapping, as a sentence; `null` if it is valid. */
export function mappingProblem(mapping: readonly MappedColumn[], columns: number): string | null {
  if (mapping.some(({ column }) => column >= columns)) return 'The file has fewer columns than that'
  if (new Set(mapping.map(({ column }) => column)).size < mapping.length)
    return 'A column can become one thing only'
  for (const field of importFields) {
    const count = mapping.filter((one) => one.field === field).length
    if (count > 1 && !joinedWith[field]) return `${importFieldLabel[field]} can come from one column only`
  }
  const missing = neededFields.filter((field) => !mapping.some((one) => one.field === field))
  if (missing.length > 0)
    return `Choose the column of ${missing.map((field) => importFieldLabel[field]).join(' and of ')}`
  return null
}
