/** Where a device is handed to a patient; posted to. */
export const SIGN_HERE = '/sign/here'
/** Where a device stands that was handed to a patient who signs with another provider than this site. */
export const signingAwayPath = (requestId: string) => `/sign/away/${requestId}`
/** Where a device stands after the patient has signed on it. */
export const SIGNED_HERE = '/sign/signed'
/** Where a patient stands who declined. */
export const DECLINED = '/sign/declined'
