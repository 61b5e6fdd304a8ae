import { inflateSync } from 'node:zlib'

/** The text that a PDF's pages show, as far as it is written plainly: enough to look for anchors in. */
export function pdfText(pdf: Buffer): string {
  const raw = pdf.toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, content]) =>
    unpacked(Buffer.from(content ?? '', 'latin1')),
  )
  return streams
    .flatMap((content) => [...content.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)])
    .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
    .join('\n')
}

function unpacked(content: Buffer): string {
  try {
    return inflateSync(content).toString('latin1')
  } catch {
    return content.toString('latin1')
  }
}
