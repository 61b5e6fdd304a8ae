import type { Language } from '../language.ts'

type Notice = { version: string; paragraphs: readonly string[]; agreement: string }

/** The notice that 15 USC 7001(c) requires before a consumer signs electronically. Each language has its own version. */
export const noticeTexts: Record<Language, Notice> = {
  en: {
    version: 'esign-2026-11-2',
    paragraphs: [
      'You are about to sign electronically. Your typed or drawn signature will have the same effect as a signature on paper.',
      'You do not have to. You may ask the clinic for this form on paper, free of charge, and you may withdraw your consent to sign electronically at any time before you sign: ask for the form on paper on the next pages, close this page, or tell the clinic. Nothing else follows from it.',
      'This covers this one form. To read and keep it you need a device that can open web pages and PDF files. You can download your copy right after signing and for 30 days afterwards, and the clinic gives you a paper copy on request, free of charge. If your e-mail address changes, tell the clinic.',
    ],
    agreement: 'I have read this notice and I agree to sign electronically.',
  },
  es: {
    version: 'esign-2026-11-2-es',
    paragraphs: [
      'Usted va a firmar de forma electrónica. Su firma escrita o dibujada vale lo mismo que una firma en papel.',
      'Usted no está obligado a hacerlo. Puede pedir este formulario en papel a la clínica, gratis. También puede retirar su permiso para firmar de forma electrónica en cualquier momento antes de firmar: pida el formulario en papel en las páginas que siguen, cierre esta página o avise a la clínica. Esto no tiene ninguna otra consecuencia.',
      'Esto es solo para este formulario. Para leerlo y guardarlo, usted necesita un aparato que abra páginas de internet y archivos PDF. Puede bajar su copia después de firmar y durante 30 días más. La clínica le da una copia en papel si la pide, gratis. Si cambia su correo electrónico, avise a la clínica.',
    ],
    agreement: 'Leí este aviso y acepto firmar de forma electrónica.',
  },
}
