/** Flags for a browser in a container without a display and on a network that leads nowhere. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Chromium to test with: the one that comes as an npm package, so that a result does not depend on the machine, or the
 * one that CHROMIUM_PATH names.
 */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
