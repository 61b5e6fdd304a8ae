/** The path to which staff post to hand a device to a patient. */
export const SIGN_HERE = '/sign/here'
/** The page of a handed-over device while the patient signs at another provider. */
export const signingAwayPath = (requestId: string) => `/sign/away/${requestId}`
/** The page of a device after the patient has signed on it. */
export const SIGNED_HERE = '/sign/signed'
/** The page of a patient who declined. */
export const DECLINED = '/sign/declined'
