/** Where a device is handed to a patient; posted to. */
export const SIGN_HERE = '/sign/here'
/** Where a device stands after the patient has signed on it. */
export const SIGNED_HERE = '/sign/signed'
/** Where a patient stands who declined. */
export const DECLINED = '/sign/declined'
