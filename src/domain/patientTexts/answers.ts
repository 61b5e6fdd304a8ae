import type { Language } from '../language.ts'

/**
 * What the server answers to a patient's input. Operations throw the English text, which is also what the API answers, and
 * the signing pages show it in the patient's language. Words in braces are filled in.
 */
export const answers = {
  birthdayMissing: {
    en: 'Enter your date of birth: month, day and year',
    es: 'Escriba su fecha de nacimiento: día, mes y año',
  },
  monthRange: { en: 'The month is a number from 1 to 12', es: 'El mes es un número del 1 al 12' },
  dayRange: { en: 'The day is a number from 1 to 31', es: 'El día es un número del 1 al 31' },
  yearDigits: {
    en: 'Enter the year with four digits, like 1980',
    es: 'Escriba el año con cuatro números, como 1980',
  },
  birthdayWrong: {
    en: 'This is not the date of birth that the clinic has on file',
    es: 'Esta no es la fecha de nacimiento que tiene la clínica',
  },
  birthdayWrongMore: {
    en: 'This is not the date of birth that the clinic has on file. {left} more tries are left.',
    es: 'Esta no es la fecha de nacimiento que tiene la clínica. Le quedan {left} intentos.',
  },
  birthdayWrongLast: {
    en: 'This is not the date of birth that the clinic has on file. One more try is left.',
    es: 'Esta no es la fecha de nacimiento que tiene la clínica. Le queda un intento.',
  },
  codeMissing: {
    en: 'Enter the six digits of the code we e-mailed to you',
    es: 'Escriba los seis números del código que le mandamos por correo',
  },
  codeExpired: {
    en: 'This code has expired. Ask for a new one.',
    es: 'Este código ya no sirve. Pida uno nuevo.',
  },
  codeWrongMore: {
    en: 'This is not the code we e-mailed to you. {left} more tries are left.',
    es: 'Este no es el código que le mandamos por correo. Le quedan {left} intentos.',
  },
  codeWrongLast: {
    en: 'This is not the code we e-mailed to you. One more try is left.',
    es: 'Este no es el código que le mandamos por correo. Le queda un intento.',
  },
  codeUnused: {
    en: 'This form does not use an e-mail code',
    es: 'Este formulario no usa un código por correo',
  },
  codeNotSent: {
    en: 'We can’t send a code right now. Please call the clinic.',
    es: 'Ahora no podemos mandarle un código. Por favor, llame a la clínica.',
  },
  codeTooSoon: {
    en: 'We just sent a code. Check your e-mail, or ask again in {seconds} seconds.',
    es: 'Acabamos de mandarle un código. Revise su correo, o pida otro en {seconds} segundos.',
  },
  codesTooMany: {
    en: 'We sent {count} codes in one day. Call {clinic} for help.',
    es: 'Ya le mandamos {count} códigos en un día. Llame a {clinic} para pedir ayuda.',
  },
  mustAgree: {
    en: 'Check the box to agree to sign electronically',
    es: 'Marque la casilla si acepta firmar de forma electrónica',
  },
  agreeFirst: {
    en: 'Agree to sign electronically first',
    es: 'Primero acepte firmar de forma electrónica',
  },
  readFirst: {
    en: 'Open and read the document before signing it',
    es: 'Abra y lea el formulario antes de firmarlo',
  },
  nameMissing: { en: 'Type your full name to sign', es: 'Escriba su nombre completo para firmar' },
  nameHidden: {
    en: 'Remove the characters that cannot be seen',
    es: 'Quite las letras que no se ven',
  },
  nameAlphabets: {
    en: 'Use letters of one alphabet in each word of the name',
    es: 'Use letras de un solo alfabeto en cada palabra del nombre',
  },
  nameOnly: {
    en: 'Type only a name: letters, spaces, hyphens and apostrophes',
    es: 'Escriba solo un nombre: letras, espacios, guiones y apóstrofos',
  },
  nameDiffers: {
    en: 'This form is for {name}. Are you {name}?',
    es: 'Este formulario es para {name}. ¿Es usted {name}?',
  },
  minor: {
    en: '{name} is under {age}. A parent, guardian or other representative signs this form.',
    es: '{name} tiene menos de {age} años. Firma el padre, la madre, el tutor u otro representante.',
  },
  tooLong: { en: 'Use at most {max} characters', es: 'Use {max} letras o menos' },
  notDrawn: {
    en: 'Draw your signature in the box, or type it instead',
    es: 'Dibuje su firma en el cuadro, o escríbala',
  },
  drawingBroken: {
    en: 'This drawing cannot be read. Clear it and draw again, or type your signature instead',
    es: 'No podemos leer este dibujo. Bórrelo y dibuje otra vez, o escriba su firma',
  },
  emailInvalid: {
    en: 'Enter your e-mail address, like name@example.com',
    es: 'Escriba su correo electrónico, como nombre@ejemplo.com',
  },
  relationMissing: {
    en: 'Tell us who you are to the patient, like “mother”',
    es: 'Díganos quién es usted para el paciente, como «madre»',
  },
  authorityMissing: {
    en: 'Choose what gives you the right to sign',
    es: 'Elija qué le da el derecho de firmar',
  },
  died: {
    en: '{name} has died. The executor of the estate or another representative signs this form.',
    es: '{name} murió. Firma el albacea de la herencia u otro representante.',
  },
  authorityEnded: {
    en: 'This right ended when {name} died. The executor of the estate can sign.',
    es: 'Este derecho terminó cuando {name} murió. Puede firmar el albacea de la herencia.',
  },
  parentOfAdult: {
    en: '{name} is an adult. A parent can sign only with another right, like a power of attorney.',
    es: '{name} es mayor de edad. El padre o la madre firma solo con otro derecho, como un poder legal.',
  },
  proofMissing: { en: 'Choose how you show that right', es: 'Elija cómo muestra ese derecho' },
  proofNotSent: {
    en: 'Upload a PDF, JPG or PNG first, or choose to show it to the staff',
    es: 'Primero mande un archivo PDF, JPG o PNG, o elija mostrarlo al personal',
  },
  proofTooMany: {
    en: 'You sent too many files. Please show your proof to the staff.',
    es: 'Usted mandó muchos archivos. Por favor, muestre su prueba al personal.',
  },
  proofTwice: {
    en: 'We already have your file. Show anything else to the staff.',
    es: 'Ya tenemos su archivo. Lo demás, muéstrelo al personal.',
  },
  proofKind: { en: 'Choose a PDF, JPG or PNG', es: 'Elija un archivo PDF, JPG o PNG' },
  proofLarge: { en: 'The file may be at most {max} MB', es: 'El archivo puede tener {max} MB o menos' },
  witnessMissing: {
    en: 'Type the full name of the witness',
    es: 'Escriba el nombre completo del testigo',
  },
  witnessRelationMissing: {
    en: 'Type who the witness is to the signer, or their organization',
    es: 'Escriba quién es el testigo para el firmante, o su organización',
  },
  witnessMustState: {
    en: 'The witness checks the box to say that they saw the signature',
    es: 'El testigo marca la casilla para decir que vio la firma',
  },
  witnessIsSigner: {
    en: 'The witness is someone other than the signer. If both have the same name, add a middle name.',
    es: 'El testigo no es el firmante. Si los dos tienen el mismo nombre, agregue un segundo nombre.',
  },
  interpreterMissing: {
    en: 'Type the full name of the interpreter',
    es: 'Escriba el nombre completo del intérprete',
  },
  interpreterLanguageMissing: {
    en: 'Type the language of the interpreter, like “Vietnamese”',
    es: 'Escriba el idioma del intérprete, como «vietnamita»',
  },
  interpreterMustState: {
    en: 'The interpreter checks the box to say that they read the form to the signer',
    es: 'El intérprete marca la casilla para decir que le leyó el formulario al firmante',
  },
  lineNotAsked: { en: 'This form has no such line', es: 'Este formulario no tiene esa línea' },
  confirmFirst: { en: 'Confirm who you are first', es: 'Primero confirme quién es' },
  deadLink: {
    en: 'This link is no longer valid. Ask the clinic to send you a new one.',
    es: 'Este enlace ya no sirve. Pida uno nuevo a la clínica.',
  },
  /** Shown instead of a message that is not in this table. */
  other: {
    en: 'That did not work. Try again, or ask the clinic.',
    es: 'Eso no funcionó. Pruebe otra vez o pregunte a la clínica.',
  },
} as const satisfies Record<string, Record<Language, string>>

type AnswerName = keyof typeof answers

const fill = (text: string, facts: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (gap, name: string) => String(facts[name] ?? gap))

/** The English text of an answer, with the facts filled in. */
export const answer = (name: AnswerName, facts: Record<string, string | number> = {}): string =>
  fill(answers[name].en, facts)

/** Finds the words in braces of an English text again. */
function factsIn(pattern: string, text: string): Record<string, string> | null {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parts = pattern.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = new RegExp(`^${parts.join('(.+?)')}$`, 's').exec(text)
  return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
}

/** An answer of the server in a language. One that is not in the table becomes a general sentence. */
export function answerIn(text: string, language: Language): string {
  if (language === 'en') return text
  for (const one of Object.values(answers)) {
    const facts = factsIn(one.en, text)
    if (facts) return fill(one[language], facts)
  }
  return answers.other[language]
}
