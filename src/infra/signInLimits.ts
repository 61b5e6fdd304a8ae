import type { Throttle, Throttles } from './throttle.ts'

/** The counters of wrong passwords (SIGN_IN_ATTEMPTS in SIGN_IN_WINDOW_MINUTES for each). */
export type SignInLimits = {
  /** From one network, for any account, without the attempts of known devices. */
  address: Throttle
  /** For one account, from anywhere. */
  account: Throttle
  /** For one account from one network: `<account>@<network>`. */
  accountAtAddress: Throttle
  /** For one account on one of its known devices: `<account>@<key of the known device>`. */
  accountOnDevice: Throttle
  /** For one user who changes the password and must enter the current one. */
  currentPassword: Throttle
  /** Requests to reset a password, from one network. */
  resetFrom: Throttle
  /** Requests to reset the password of one account, which may not exist. */
  resetFor: Throttle
  /** New passwords tried with one link. */
  accountLink: Throttle
  /** Answers of single sign-on providers that browsers of one network bring. */
  signOn: Throttle
  /** One sign-in at a provider that waited for a second factor, so that it works once. */
  signOnTicket: Throttle
  /** One back-channel logout token, so that it works once. */
  logoutToken: Throttle
  /** Invitations sent by one administrator. */
  invitations: Throttle
  /** For the codes of one user, after the right password or in a session. */
  secondFactor: Throttle
  /** Challenges for passkeys, for one network. */
  passkeyChallenge: Throttle
  /** Passkeys shown instead of a password, from one network. */
  passkey: Throttle
}

/** Wrong codes in a window. Fewer than wrong passwords, because a code has only six digits. */
const CODES = 5

const HOUR = 3600

export function makeSignInLimits(
  { limit }: Throttles,
  { attempts, windowMinutes }: { attempts: number; windowMinutes: number },
): SignInLimits {
  const window = { points: attempts, seconds: windowMinutes * 60 }
  return {
    address: limit('sign-in-from', window),
    account: limit('sign-in-as', window),
    accountAtAddress: limit('sign-in-as-from', window),
    accountOnDevice: limit('sign-in-as-on', window),
    currentPassword: limit('current-password', window),
    resetFrom: limit('reset-from', { points: 20, seconds: HOUR }),
    resetFor: limit('reset-for', { points: 3, seconds: HOUR }),
    accountLink: limit('account-link', { points: 20, seconds: HOUR }),
    signOn: limit('sign-on', { points: 60, seconds: 900 }),
    signOnTicket: limit('sign-on-ticket', { points: 1, seconds: HOUR }),
    logoutToken: limit('logout-token', { points: 1, seconds: HOUR }),
    invitations: limit('invitations', { points: 200, seconds: HOUR }),
    passkeyChallenge: limit('passkey-challenge', { points: 600, seconds: 900 }),
    passkey: limit('passkey', { points: 30, seconds: 900 }),
    secondFactor: limit('second-factor', { ...window, points: Math.min(CODES, attempts) }),
  }
}
