import { X509Certificate } from 'node:crypto'

/** The certificates in a text in PEM, in its order; `null` if it has none or one is unreadable. */
export function certificatesIn(pem: string): X509Certificate[] | null {
  // Allows `\n` for line breaks in one-line settings.
  const blocks = pem
    .replaceAll('\\n', '\n')
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  try {
    return blocks?.map((block) => new X509Certificate(block)) ?? null
  } catch {
    return null
  }
}
