import { amountOf } from '../amount.ts'
import { DEFAULT_PURPOSE, type MergeFieldName } from '../consent/mergeFields.ts'
import type { Authority, AuthorityProof } from '../consent/representative.ts'
import { type Language, languages } from '../language.ts'
import { english } from './english.ts'
import { englishScope, spanishScope } from './scopeTexts.ts'
import { spanish } from './spanish.ts'

/** The words that a form has besides its template. */
const en = {
  version: (name: string, number: number) => `${name}, version ${number}`,
  purpose: DEFAULT_PURPOSE,
  /** Between two recipients. */
  nextRecipient: '; and ',
  /** The wording of a fact that is unknown; it must be true of everyone. */
  missing: {
    'patient.name': 'the patient',
    'patient.dateOfBirth': 'the date of birth in my file',
    'patient.dateOfInjury': 'the date of injury in my file',
    'patient.injury': 'the injury described in my file',
    'patient.address': 'the address in my file',
    'clinic.name': 'the clinic',
    'clinic.address': 'the address of the clinic',
    'attorney.name': 'the recipients whom the clinic names in the form',
    'records.scope': 'the records that the clinic names in the form',
    purpose: DEFAULT_PURPOSE,
    today: 'the day on which this form was sent',
    ends: 'when my legal matter is closed',
  } as Record<MergeFieldName, string>,
  ends: (days: number) =>
    days === 365 ? 'one year after the day I sign it' : `${amountOf(days, 'day')} after the day I sign it`,
  summary: {
    heading: 'Summary of this authorization',
    patient: 'Patient',
    discloser: 'Who may disclose',
    recipients: 'Who may receive',
    scope: 'What may be disclosed',
    purpose: 'Why',
    ends: 'Ends',
    /** `null` if the template alone says what ends it. */
    endsAt: (latest: string | null) => (latest ? `at the latest ${latest}` : 'as stated in this form'),
    revocation: 'To revoke it, write to',
  },
  scope: englishScope,
  lines: {
    witness: {
      heading: 'Witness',
      text: 'A witness gives a full name and a relation or organization, and states: “I saw the signer sign this form.”',
    },
    interpreter: {
      heading: 'Interpreter, if one helped',
      text: 'An interpreter who helped gives a full name and a language, and states: “I read this form to the signer in that language.”',
    },
  },
  signature: {
    /** The meaning of the signature, printed next to it (21 CFR 11.50). */
    meaning:
      'Meaning of this signature: I authorize the use and disclosure of health information described above.',
    label: 'Signature',
    printedName: 'Printed name',
    date: 'Date',
    /** Next to the field for somebody who signs for the patient at a provider. */
    forPatient: 'If you are not the patient: your name, and who you are to the patient',
    representative: (patient: string, relation: string, authority: string) =>
      `Personal representative of ${patient}: ${relation}. Authority: ${authority}`,
    witnessLine: 'Witness: signature, printed name, and relation or organization',
    interpreterLine: 'Interpreter, if one helped: signature, printed name and language',
    witness: (name: string, relation: string) =>
      `Witness: ${name}, ${relation}. Statement: I saw the signer sign this form.`,
    interpreter: (name: string, language: string) =>
      `Interpreter: ${name}. Statement: I read this form to the signer in this language: ${language}.`,
    signed: (isDrawn: boolean, at: string) =>
      `Signed electronically, ${isDrawn ? 'drawn by hand' : 'typed'}, on ${at}`,
    figure: (name: string) => `Drawn signature of ${name}`,
  },
  page: (at: number, of: number) => `Page ${at} of ${of}`,
  sealReason: 'Sealed after signing',
  original: 'The form before it was signed',
  certificate: {
    title: 'Certificate of completion',
    form: 'Form',
    template: 'Template',
    templateHash: 'SHA-256 of the template',
    request: 'Request',
    signer: 'Signer',
    confirmedAs: (signer: string, name: string) => `${signer}, who confirmed to be ${name}`,
    signature: 'Signature',
    drawn: 'Drawn by hand',
    typed: 'Typed name',
    where: 'Where',
    remote: 'Remotely, by a secret link',
    inPerson: 'In person',
    inPersonBy: (colleague: string) => `In person, on a device handed over by ${colleague}`,
    identityCheck: 'Identity check',
    passed: (check: string, at: string) => `${check}, passed on ${at}`,
    checks: { date_of_birth: 'Date of birth', email_code: 'Code sent by e-mail' },
    none: 'None',
    email: 'E-mail of the patient',
    sent: 'Sent',
    sentBy: (at: string, sender: string) => `${at}, by ${sender}`,
    linkSeenBy: 'Users of the clinic who saw the link',
    opened: 'Opened',
    notice: 'Notice of electronic signing',
    agreed: (version: string, at: string) => `${version}, agreed to on ${at}`,
    signed: 'Signed',
    address: 'Address',
    browser: 'Browser',
    unknown: 'Not known',
    signedFor: 'Signed for',
    asRelation: (patient: string, relation: string) => `${patient}, as ${relation}`,
    authority: 'Authority',
    authorities: english.representative.authorities as Record<Authority, string>,
    proof: 'Proof of the authority',
    proofs: {
      upload: 'Uploaded by the signer',
      shown_to_staff: 'To be shown to the staff of the clinic',
    } as Record<AuthorityProof, string>,
    representativeEmail: 'E-mail of the representative',
    witness: 'Witness',
    witnessed: (name: string, relation: string) =>
      `${name}, ${relation}, who stated before the signature was sent: I saw the signer sign this form`,
    interpreter: 'Interpreter',
    interpreted: (name: string, language: string) =>
      `${name}, who stated before the signature was sent: I read this form to the signer in this language: ${language}`,
    textHash: 'SHA-256 of the text',
    originalHash: 'SHA-256 of the original, which is attached to this file',
    seal: 'Sealed with the certificate (SHA-256)',
    head: 'Signed state of the audit log before this form (SHA-256)',
    headSigned: 'Time of that state',
    check: (clinic: string) =>
      `This file is sealed by ${clinic}. Any change made to it after signing shows in every program that checks signatures in PDF files. Whether it is the very file that was signed can also be asked at:`,
    checkLink: (url: string) => `Check this file at ${url}`,
  },
}

export type FormTexts = typeof en

const es: FormTexts = {
  version: (name, number) => `${name}, versión ${number}`,
  purpose: 'porque yo lo pido, para que mi abogado me pueda aconsejar y representar',
  nextRecipient: '; y ',
  missing: {
    'patient.name': 'el paciente',
    'patient.dateOfBirth': 'en la fecha que está en mi expediente',
    'patient.dateOfInjury': 'la fecha de la lesión que está en mi expediente',
    'patient.injury': 'la lesión que está en mi expediente',
    'patient.address': 'la dirección que está en mi expediente',
    'clinic.name': 'la clínica',
    'clinic.address': 'la dirección de la clínica',
    'attorney.name': 'las personas que la clínica nombra en el formulario',
    'records.scope': 'los documentos que la clínica nombra en el formulario',
    purpose: 'porque yo lo pido, para que mi abogado me pueda aconsejar y representar',
    today: 'el día en que se mandó este formulario',
    ends: 'cuando termine mi asunto legal',
  },
  ends: (days) =>
    days === 365
      ? 'un año después del día en que lo firme'
      : `${days} ${days === 1 ? 'día' : 'días'} después del día en que lo firme`,
  summary: {
    heading: 'Resumen de esta autorización',
    patient: 'Paciente',
    discloser: 'Quién puede dar la información',
    recipients: 'Quién puede recibirla',
    scope: 'Qué se puede dar',
    purpose: 'Para qué',
    ends: 'Termina',
    endsAt: (latest) => (latest ? `a más tardar ${latest}` : 'como se indica en este formulario'),
    revocation: 'Para retirarla, escriba a',
  },
  scope: spanishScope,
  lines: {
    witness: {
      heading: 'Testigo',
      text: 'Un testigo da su nombre completo y su relación u organización, y declara: «Vi al firmante firmar este formulario».',
    },
    interpreter: {
      heading: 'Intérprete, si alguien ayudó',
      text: 'Si ayudó un intérprete, da su nombre completo y el idioma, y declara: «Le leí este formulario al firmante en ese idioma».',
    },
  },
  signature: {
    meaning:
      'Qué significa esta firma: Yo autorizo el uso y la entrega de la información de salud que se describe arriba.',
    label: 'Firma',
    printedName: 'Nombre en letra de molde',
    date: 'Fecha',
    forPatient: 'Si usted no es el paciente: su nombre y qué relación tiene con el paciente',
    representative: (patient, relation, authority) =>
      `Representante personal de ${patient}: ${relation}. Derecho de firmar: ${authority}`,
    witnessLine: 'Testigo: firma, nombre en letra de molde y relación u organización',
    interpreterLine: 'Intérprete, si ayudó: firma, nombre en letra de molde e idioma',
    witness: (name, relation) =>
      `Testigo: ${name}, ${relation}. Declaración: Vi al firmante firmar este formulario.`,
    interpreter: (name, language) =>
      `Intérprete: ${name}. Declaración: Le leí este formulario al firmante en este idioma: ${language}.`,
    signed: (isDrawn, at) =>
      `Firmado de forma electrónica, ${isDrawn ? 'dibujado a mano' : 'escrito'}, el ${at}`,
    figure: (name) => `Firma dibujada de ${name}`,
  },
  page: (at, of) => `Página ${at} de ${of}`,
  sealReason: 'Sellado después de la firma',
  original: 'El formulario antes de la firma',
  certificate: {
    title: 'Certificado de firma',
    form: 'Formulario',
    template: 'Plantilla',
    templateHash: 'SHA-256 de la plantilla',
    request: 'Solicitud',
    signer: 'Firmante',
    confirmedAs: (signer, name) => `${signer}, quien confirmó ser ${name}`,
    signature: 'Firma',
    drawn: 'Dibujada a mano',
    typed: 'Nombre escrito',
    where: 'Dónde',
    remote: 'A distancia, con un enlace secreto',
    inPerson: 'En persona',
    inPersonBy: (colleague) => `En persona, en un aparato que entregó ${colleague}`,
    identityCheck: 'Prueba de identidad',
    passed: (check, at) => `${check}, confirmado el ${at}`,
    checks: { date_of_birth: 'Fecha de nacimiento', email_code: 'Código enviado por correo' },
    none: 'Ninguna',
    email: 'Correo del paciente',
    sent: 'Enviado',
    sentBy: (at, sender) => `${at}, por ${sender}`,
    linkSeenBy: 'Personas de la clínica que vieron el enlace',
    opened: 'Abierto',
    notice: 'Aviso sobre la firma electrónica',
    agreed: (version, at) => `${version}, aceptado el ${at}`,
    signed: 'Firmado',
    address: 'Dirección de internet',
    browser: 'Navegador',
    unknown: 'No se sabe',
    signedFor: 'Firmado por',
    asRelation: (patient, relation) => `${patient}, como ${relation}`,
    authority: 'Derecho de firmar',
    authorities: spanish.representative.authorities,
    proof: 'Prueba de ese derecho',
    proofs: {
      upload: 'La mandó el firmante',
      shown_to_staff: 'Se muestra al personal de la clínica',
    },
    representativeEmail: 'Correo del representante',
    witness: 'Testigo',
    witnessed: (name, relation) =>
      `${name}, ${relation}, quien declaró antes de enviar la firma: Vi al firmante firmar este formulario`,
    interpreter: 'Intérprete',
    interpreted: (name, language) =>
      `${name}, quien declaró antes de enviar la firma: Le leí este formulario al firmante en este idioma: ${language}`,
    textHash: 'SHA-256 del texto',
    originalHash: 'SHA-256 del original, que va adjunto a este archivo',
    seal: 'Sellado con el certificado (SHA-256)',
    head: 'Estado firmado del registro de auditoría antes de este formulario (SHA-256)',
    headSigned: 'Hora de ese estado',
    check: (clinic) =>
      `Este archivo tiene el sello de ${clinic}. Si alguien lo cambia después de la firma, lo muestra cualquier programa que revisa firmas en archivos PDF. Para saber si es el mismo archivo que se firmó, vaya a:`,
    checkLink: (url) => `Revisar este archivo en ${url}`,
  },
}

/** The words of a form, its signature and its certificate by language. */
export const formTexts = { en, es } satisfies Record<Language, FormTexts>

/** The default purpose in a language, or the one that the sender wrote. */
export const purposeIn = (purpose: string, language: Language): string =>
  languages.some((one) => formTexts[one].purpose === purpose) ? formTexts[language].purpose : purpose
