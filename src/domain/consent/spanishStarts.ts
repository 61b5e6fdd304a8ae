import type { ElementName } from './elements.ts'

/** Suggested Spanish wording of each part, as template text. */
export const spanishStarts: Record<ElementName, string> = {
  information:
    '## Qué se puede dar {#information}\n\n- Expedientes médicos, informes y resultados de pruebas',
  discloser:
    '## Quién puede dar la información {#discloser}\n\n{{clinic.name}}, con su personal médico y las personas que guardan los expedientes.',
  recipient:
    '## Quién puede recibirla {#recipient}\n\n{{attorney.name}}, y el personal de la oficina de cada destinatario.',
  purpose:
    '## Para qué {#purpose}\n\nPorque yo lo pido, para que mi abogado me pueda aconsejar y representar.',
  expiration:
    '## Por cuánto tiempo {#expiration}\n\nEsta autorización termina cuando termine mi asunto legal[[, y a más tardar {{ends}}]].',
  revocation:
    'Puedo retirar esta autorización en cualquier momento si le escribo a {{clinic.name}}[[, {{clinic.address}}]]. Retirarla no cambia lo que ya se entregó antes. {#revocation}',
  no_conditions:
    'Mi tratamiento, los pagos, la inscripción y mi derecho a beneficios no dependen de si firmo o no. {#no_conditions}',
  redisclosure:
    'Quien reciba la información la puede dar a otros. Entonces las leyes federales de privacidad tal vez ya no la protejan. {#redisclosure}',
  copy: 'Después de firmar, recibo una copia de esta autorización. {#copy}',
}
