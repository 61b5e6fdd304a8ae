/** Whether this browser can use passkeys. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Makes a passkey with the server's options and returns it as JSON. Throws if the user cancels. */
export async function makePasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options))
  return JSON.stringify(await navigator.credentials.create({ publicKey }))
}

/**
 * Shows a passkey for the server's options and returns the answer as JSON. With `signal`, the browser offers it in the list of the
 * e-mail field until the signal ends it. Throws if the user cancels.
 */
export async function showPasskey(options: string, signal?: AbortSignal): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options))
  return JSON.stringify(
    await navigator.credentials.get({ publicKey, ...(signal && { signal, mediation: 'conditional' }) }),
  )
}
