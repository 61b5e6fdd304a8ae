import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusals } from '#domain/records/refusals.ts'
import { type Choose, spelling } from '#tests/support/evasivePdf.ts'
import { runs } from '#tests/support/properties.ts'
import { taken } from '#tests/support/takenFile.ts'

const pdfOf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    ['%PDF-1.7\n', ...parts, '\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'].map((part) =>
      Buffer.from(part as string),
    ),
  )

const form = (inside: string) =>
  `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template>${inside}</template></xdp:xdp>`

/** A PDF with an XFA form in these streams, before or after the key that names them. */
const formPdf = (choose: Choose, ...packets: Buffer[]) => {
  const streams = packets.map((packet, index) => {
    const isPacked = choose(2) === 1
    const data = isPacked ? deflateSync(packet) : packet
    const filter = isPacked ? '/Filter /FlateDecode ' : ''
    return Buffer.concat([
      Buffer.from(`${20 + index} 0 obj << ${filter}/Length ${data.length} >> stream\n`),
      data,
      Buffer.from('\nendstream endobj\n'),
    ])
  })
  const refs = packets.map((_, index) => `(part) ${20 + index} 0 R`).join(' ')
  const key = `1 0 obj << /AcroForm << /XFA ${choose(2) === 1 ? '9 0 R' : `[${refs}]`} >> >> endobj\n9 0 obj [${refs}] endobj\n`
  return choose(2) === 1 ? pdfOf(...streams, key) : pdfOf(key, ...streams)
}
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

const hostileForms: Buffer[][] = [
  ...[
    '<event><script contentType="application/x-javascript">1</script></event>',
    '<t:script xmlns:t="urn:t"/>',
    '<submit target="https://evil.test"/>',
    '<execute connection="a"/>',
    '<connectionSet><wsdlConnection name="a"/></connectionSet>',
    '<image href="https://evil.test/a.png"/>',
    '<subform usehref="\\\\srv\\a.xdp#b"/>',
  ].flatMap((inside) => [[Buffer.from(form(inside))], [utf16(form(inside))]]),
  [
    Buffer.from('<xdp:xdp>'),
    Buffer.from('<template><script>1</script></template>'),
    Buffer.from('</xdp:xdp>'),
  ],
  [Buffer.from('<xdp:xdp><template><scr'), Buffer.from('ipt>1</script></template></xdp:xdp>')],
  [Buffer.from('<xdp:xdp><template>'), Buffer.from('and <script>1</script></template></xdp:xdp>')],
]
const harmlessForms: Buffer[][] = [
  [Buffer.from(form('<subform name="script"><text>submit</text></subform>'))],
  [utf16(form('<field><a href="https://clinic.test">x</a></field>'))],
  [Buffer.from('<xdp:xdp>'), Buffer.from('<template><field/></template>'), Buffer.from('</xdp:xdp>')],
]

test('a PDF is rejected if its XFA form has scripts or connections, in whichever way it is stored', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...hostileForms), spelling, async (packets, choose) => {
      await expect(taken(formPdf(choose, ...packets))).rejects.toThrow(refusals.xfa)
    }),
    { numRuns: runs(100) },
  ))

test('a PDF with an XFA form without scripts is stored unchanged', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...harmlessForms), spelling, async (packets, choose) => {
      const pdf = formPdf(choose, ...packets)
      expect(await taken(pdf)).toMatchObject({ removed: [], kept: pdf })
    }),
    { numRuns: runs(50) },
  ))
