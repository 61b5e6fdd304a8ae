import { execFileSync } from 'node:child_process'

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

/** Chromium to test with: CHROMIUM_PATH, else one on the PATH, else the one that comes as an npm package. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH ?? onPath('chromium') ?? onPath('google-chrome')
  if (named) return named
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

function onPath(program: string): string | undefined {
  try {
    return (
      execFileSync('which', [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    )
  } catch {
    return undefined
  }
}
