/** The error for forwarding records when a consent was recorded without a form. */
export const NO_FORM =
  'No signed form is on file for the current consent. Record the paper consent, or have the patient sign.'
