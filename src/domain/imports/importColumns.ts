/** What a column of a file can become of a patient. */
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

/** As Add Patient calls them. */
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

/** What several columns may become together, joined in their order: an address in its parts, a remark here and there. */
export const joinedWith: Partial<Record<ImportField, string>> = { address: ', ', notes: '\n' }

/** What nobody can be without. */
export const neededFields = ['firstName', 'lastName'] as const satisfies ImportField[]

export const isDateField = (field: ImportField): boolean =>
  field === 'dateOfBirth' || field === 'dateOfInjury'

/** One column of a file, by its number from 0, and what it becomes. */
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

/** What the headers of a file seem to say; of two columns for what takes one, the first is meant. */
export function guessColumns(headers: readonly string[]): MappedColumn[] {
  const taken = new Set<ImportField>()
  return headers.flatMap((header, column) => {
    const field = importFields.find((one) => words[one].includes(plain(header)))
    if (!field || (taken.has(field) && !joinedWith[field])) return []
    taken.add(field)
    return [{ column, field }]
  })
}

/** What is wrong with a choice of columns, in a sentence; `null` where nothing is. */
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
