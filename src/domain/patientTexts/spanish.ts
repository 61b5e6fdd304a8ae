import { answers } from './answers.ts'
import type { PageTexts } from './english.ts'

/**
 * The Spanish texts of the pages that patients see: plain US Spanish with "usted", written for readers at grade 6.
 * A clinic has them reviewed before use.
 */
export const spanish: PageTexts = {
  frame: {
    switch: 'Idioma',
    contact: 'Cómo comunicarse con la clínica',
    phone: 'Teléfono',
    address: 'Dirección',
    poweredBy: 'Enviado con Caseload',
    required: 'obligatorio',
  },
  step: (at, of) => `Paso ${at} de ${of}`,
  paperAsked: (day, clinic) =>
    `Usted pidió este formulario en papel el ${day}. Ya avisamos a ${clinic}. Si cambia de idea, todavía puede firmar aquí.`,
  identity: {
    title: 'Confirme que es usted',
    again:
      'Pasó un rato, o usted abrió el formulario en otro navegador. No se envió nada. Confirme otra vez quién es para seguir.',
    lead: (clinic) => `${clinic} le pide confirmar quién es antes de abrir el formulario.`,
    codeLead: (clinic) =>
      `Antes de abrir el formulario, ${clinic} le manda un código de seis números a su correo. Así sabemos que es usted.`,
    codeSent: (time) => `El código va en camino. Sirve hasta las ${time}.`,
    code: 'Código del correo',
    continue: 'Seguir',
    sendCode: 'Mándeme un código',
    sendAnother: 'Mandar otro código',
    noMail: (clinic) => `¿No le llegó el correo? Busque en la carpeta de spam o llame a ${clinic}.`,
  },
  birthday: {
    legend: 'Su fecha de nacimiento',
    hint: 'Por ejemplo: 14 3 1980',
    month: 'Mes',
    day: 'Día',
    year: 'Año',
  },
  notice: { title: 'Firma electrónica', continue: 'Seguir' },
  document: {
    title: 'Lea el formulario',
    continue: 'Ir a firmar',
    nothingSigned:
      'Todavía no ha firmado nada. Puede cerrar esta página y volver más tarde con el mismo enlace.',
    otherLanguage: (clinic) =>
      `Este formulario está en inglés. No firme si no lo entiende. Pida ayuda a ${clinic}; se la dan gratis.`,
  },
  sign: {
    title: 'Firme el formulario',
    lead: 'Usted va a firmar el formulario que acaba de leer.',
    readAgain: 'Leerlo otra vez',
    forPatient: 'Usted firma por el paciente, como padre, madre, tutor u otro representante.',
    isPatient: 'Yo soy el paciente',
    forOther: 'Firmo por otra persona',
    nameQuestion: 'Si es así, corrija su nombre o marque la casilla. Si no, elija «Firmo por otra persona».',
    nameConfirmed: 'Sí, soy yo, y escribo mi nombre como arriba',
    name: 'Su nombre completo',
    signature: 'Su firma',
    typed: 'Mi nombre escrito',
    draw: 'Dibujarla',
    padLabel:
      'Cuadro para dibujar su firma con el dedo, un lápiz o el ratón. Si usa el teclado, elija «Mi nombre escrito».',
    nothingDrawn: 'Todavía no hay nada dibujado',
    undo: 'Deshacer',
    clear: 'Borrar',
    preview: 'Su firma:',
    previewEmpty: 'el nombre que escriba arriba',
    pending: 'Firmando...',
    submit: 'Firmar el formulario',
    nextHere:
      'Qué pasa después: avisamos a la clínica que usted firmó, y el formulario ya no se ve en este aparato.',
    next: 'Qué pasa después: usted puede bajar su copia, y avisamos a la clínica que usted firmó.',
  },
  script: {
    notDrawn: answers.notDrawn.es,
    notSent: 'No se envió. Pruebe otra vez.',
    strokes: { one: 'Dibujado: 1 trazo', other: 'Dibujado: {count} trazos' },
  },
  representative: {
    email: 'Su propio correo electrónico',
    emailIfAny: 'Su propio correo electrónico, si tiene uno',
    relation: 'Quién es usted para el paciente, por ejemplo «madre»',
    authority: 'Qué le da el derecho de firmar',
    choose: 'Elija uno',
    authorities: {
      parent: 'Padre o madre de un menor',
      guardian: 'Tutor legal',
      power_of_attorney: 'Poder notarial',
      executor: 'Albacea de la herencia',
    },
    proof: 'Cómo muestra ese derecho',
    shown: 'Se lo muestro al personal',
    sent: 'El archivo que mandé',
    upload: 'Mando un archivo con el botón de arriba',
    file: 'Prueba de que puede firmar, como un acta de nacimiento o una orden del juez',
    fileHint: (megabytes) =>
      `Un archivo PDF, JPG o PNG de ${megabytes} MB o menos. También puede mostrarlo al personal.`,
    fileSend: 'Mandar el archivo',
    fileSent: 'Ya tenemos su prueba. Solo la clínica puede abrirla.',
  },
  witness: {
    title: 'Testigo',
    lead: 'La clínica pide un testigo para este formulario. El testigo está con usted y llena esta parte.',
    name: 'Nombre completo del testigo',
    relation: 'Quién es el testigo para usted, o su organización',
    statement: 'Soy el testigo. Vi al firmante firmar este formulario.',
  },
  interpreter: {
    title: 'Intérprete',
    helped: 'Un intérprete me ayudó',
    name: 'Nombre completo del intérprete',
    language: 'Idioma, como «vietnamita»',
    statement: 'Soy el intérprete. Le leí este formulario al firmante en ese idioma.',
  },
  other: {
    label: 'Otras maneras de responder',
    paper: 'Recibir este formulario en papel',
    paperText: (clinic) =>
      `${clinic} le dará el formulario en papel, gratis. Con esto usted retira su permiso para firmar de forma electrónica. Todavía puede volver y firmar aquí.`,
    paperAsk: 'Pedirlo en papel',
    paperAsked: 'Ya lo pidió en papel',
    decline: 'No quiero firmar',
  },
  decline: {
    title: 'No firmar',
    question: '¿No quiere firmar?',
    lead: (clinic) =>
      `Su tratamiento no depende de su firma. Si no quiere firmar, avisamos a ${clinic} y este enlace deja de servir.`,
    reason: 'Su motivo (si quiere darlo)',
    submit: 'No firmar',
    back: 'Volver al formulario',
  },
  declined: {
    title: 'No firmó',
    heading: 'Usted decidió no firmar',
    text: (clinic) => `Ya avisamos a ${clinic}. No tiene que hacer nada más.`,
    after: (clinic) =>
      `Si cambia de idea, pida un enlace nuevo a ${clinic}. Si este aparato es de la clínica, por favor devuélvalo.`,
  },
  signed: {
    title: 'Firmado',
    heading: 'Gracias por firmar',
    text: (clinic) => `Por favor, devuelva el aparato. ${clinic} le da una copia del formulario.`,
    after: 'El formulario ya no se puede abrir en este aparato.',
    signIn: 'Entrar',
  },
  dead: {
    title: 'Este formulario no se puede abrir',
    text: answers.deadLink.es,
    why: (clinic) =>
      `Cada enlace sirve una sola vez y por un tiempo. También deja de servir cuando usted recibe uno más nuevo. Si ya firmó, no tiene que hacer nada más. ¿Necesita ayuda? Hable con ${clinic}.`,
    question: '¿Le mandaron este formulario a usted?',
    ask: 'Escriba la fecha de nacimiento del paciente y le decimos qué pasó.',
    unproven: (clinic) => `No podemos decirle más sobre este enlace. Revise la fecha o hable con ${clinic}.`,
    submit: 'Ver qué pasó',
  },
  ended: {
    title: 'Qué pasó con este formulario',
    copy: 'Ver su copia',
    endings: {
      signed: {
        title: 'Este formulario ya está firmado',
        text: (day, clinic) =>
          `Usted firmó este formulario el ${day}. ${clinic} ya lo tiene. No tiene que hacer nada más.`,
      },
      rejected: {
        title: 'Este formulario no vale',
        text: (day, clinic) =>
          `Usted firmó este formulario el ${day}, pero ${clinic} no lo pudo aceptar. Pida un enlace nuevo a ${clinic}.`,
      },
      declined: {
        title: 'Usted no quiso firmar',
        text: (day, clinic) =>
          `El ${day} usted decidió no firmar. Si cambia de idea, pida un enlace nuevo a ${clinic}.`,
      },
      expired: {
        title: 'Este enlace es muy viejo',
        text: (day, clinic) => `El enlace terminó el ${day}. No se firmó nada. Pida uno nuevo a ${clinic}.`,
      },
      replaced: {
        title: 'Usted tiene un enlace más nuevo',
        text: (day, clinic) =>
          `El ${day}, ${clinic} hizo un enlace más nuevo para este formulario. Busque un mensaje más nuevo, o pida el enlace a ${clinic}.`,
      },
      locked: {
        title: 'Este enlace está bloqueado',
        text: (day, clinic) =>
          `Hubo muchas respuestas equivocadas, y por eso bloqueamos este enlace el ${day}. No se firmó nada. Pida uno nuevo a ${clinic}.`,
      },
      withdrawn: {
        title: 'La clínica retiró este formulario',
        text: (day, clinic) =>
          `${clinic} retiró este formulario el ${day}. No se firmó nada. Pregunte a ${clinic} si todavía tiene que firmar.`,
      },
    },
  },
  copy: {
    title: 'Su formulario firmado',
    thanks: 'Gracias por firmar',
    dead: (clinic) =>
      `Usted puede bajar su copia hasta 30 días después de firmar. Después, pídale una copia a ${clinic}. También se la dan en papel.`,
    signedOn: (at, clinic) => `Firmado el ${at}. Ya avisamos a ${clinic}. No tiene que hacer nada más.`,
    lead: (clinic) => `${clinic} tiene que confirmar quién es usted antes de darle el formulario firmado.`,
    download: 'Bajar su copia',
    keep: (day) =>
      `Guarde la copia. Hasta el ${day} también puede volver a esta página. Guarde su dirección y no la comparta. Puede pedir una copia en papel a la clínica.`,
    proof: 'Si alguien duda de su copia, este código prueba que nadie la cambió.',
    hash: (sha256) => `SHA-256 del formulario firmado: ${sha256}`,
    fileName: 'formulario-firmado.pdf',
  },
  away: {
    titles: {
      ready: 'Firme con DocuSign',
      'not yet': 'Todavía no está firmado',
      unknown: 'Todavía no sabemos si usted firmó',
      ended: 'Este formulario ya no se puede firmar',
      dead: 'Este formulario no se puede abrir',
    },
    notOpened: () => 'No se pudo abrir DocuSign. No se firmó nada.',
    ready: (clinic) =>
      `${clinic} usa DocuSign para este formulario. Usted lo lee y lo firma en este aparato, y después DocuSign lo trae aquí otra vez.`,
    'not yet': (clinic) =>
      `DocuSign todavía no tiene su firma. Si acaba de firmar, espere un momento. Si no, abra otra vez el formulario, o devuelva el aparato para que ${clinic} le ayude.`,
    unknown: (clinic) =>
      `Ahora no podemos hablar con DocuSign. Si usted firmó, ${clinic} lo sabrá cuando DocuSign responda. No tiene que firmar otra vez.`,
    ended: 'Este formulario se canceló o se venció, y no se firmó nada. Por favor, devuelva el aparato.',
    dead: (clinic) => `Por favor, devuelva el aparato. ${clinic} le puede ayudar.`,
    look: 'Ver otra vez',
    open: 'Abrir el formulario',
  },
}
