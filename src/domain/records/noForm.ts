/** Said where records cannot be forwarded, because a consent stands by somebody's word alone. */
export const NO_FORM =
  'No signed form is on file for the consent that stands. Record the paper consent, or have the patient sign.'
