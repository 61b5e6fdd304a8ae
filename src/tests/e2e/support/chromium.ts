/** Flags for a browser in a container without display and network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of Chromium: CHROMIUM_PATH, or the npm package, so that results do not depend on the machine. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
