const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

// These come first, because an iPhone also claims to be a Mac, and Android claims to be Linux.
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const named = (agent: string, names: [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1]

/** A readable name for a User-Agent, such as 'Chrome on Windows'. A program keeps its own name. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const [browser, system] = [named(userAgent, browsers), named(userAgent, systems)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return system ?? userAgent.split(/[\s/(]/)[0]?.slice(0, 40) ?? userAgent
}
