import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RefusalReason, refusalReason, refusals } from '#domain/records/refusals.ts'
import { docxSpelled, OFFICE } from '#tests/support/evasiveDocx.ts'
import { dictionary, name, type PdfContent, pdfSpelled, ref, spelling } from '#tests/support/evasivePdf.ts'
import { runs } from '#tests/support/properties.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { sourceOf, taken } from '#tests/support/takenFile.ts'
import { recognize } from '../recognize.ts'
import { inspect } from './inspect.ts'

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

/** A minimal PDF with exactly these objects. */
const pdfOf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    ['%PDF-1.7\n', ...parts, '\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'].map((part) =>
      Buffer.from(part as string, 'latin1'),
    ),
  )

/** An object stream with these keys around this content. */
const pack = (keys: string, content: string | Buffer, behind = '') =>
  Buffer.concat(
    [`5 0 obj\n<< ${keys} >>\nstream\n`, content, `\nendstream\nendobj\n${behind}`].map((part) =>
      Buffer.from(part as string, 'latin1'),
    ),
  )
const objects = `7 0 ${script}`
const deflated = deflateSync(objects)
const plainKeys = `/Type /ObjStm /N 1 /First 4 /Length ${deflated.length}`

const evasivePdfs: [string, Buffer, RefusalReason][] = [
  ['a comment inside the filter', pdfOf(pack(`${plainKeys} /Filter %\n/FlateDecode`, deflated)), 'script'],
  [
    'a comment inside a list of filters',
    pdfOf(pack(`${plainKeys} /Filter [%]\n/FlateDecode]`, deflated)),
    'script',
  ],
  [
    'a filter in another object',
    pdfOf(pack(`${plainKeys} /Filter 6 0 R`, deflated, '6 0 obj /FlateDecode endobj\n')),
    'disguised',
  ],
  [
    'a dictionary of more than 4 KB',
    pdfOf(pack(`/Pad (${'x'.repeat(6000)}) ${plainKeys} /Filter /FlateDecode`, deflated)),
    'script',
  ],
  [
    'a dictionary that is padded behind its type',
    pdfOf(pack(`${plainKeys} /Pad (${'x'.repeat(6000)}) /Filter /FlateDecode`, deflated)),
    'script',
  ],
  [
    'an object stream without its type',
    pdfOf(pack(`/N 1 /First 4 /Length ${deflated.length} /Filter /FlateDecode`, deflated)),
    'script',
  ],
  [
    'an object stream with its type in another object',
    pdfOf(pack(`/Type 6 0 R /First 4 /Filter /FlateDecode`, deflated, '6 0 obj /ObjStm endobj\n')),
    'disguised',
  ],
  [
    'a filter that is given twice',
    pdfOf(pack(`${plainKeys} /Filter /X /Filter /FlateDecode`, deflated)),
    'disguised',
  ],
  [
    'a filter by its short key',
    pdfOf(pack(`${plainKeys} /F /ASCIIHexDecode /Filter /FlateDecode`, deflated)),
    'disguised',
  ],
  ['objects in a file elsewhere', pdfOf(pack(`${plainKeys} /F (\\\\\\\\srv\\\\a)`, deflated)), 'disguised'],
  ['two filters', pdfOf(pack(`${plainKeys} /Filter [/ASCIIHexDecode /FlateDecode]`, deflated)), 'disguised'],
  [
    'a predictor behind a comment',
    pdfOf(pack(`${plainKeys} /Filter /FlateDecode /DecodeParms << /Predictor %\n12 >>`, deflated)),
    'disguised',
  ],
  [
    'an object stream that ends in damage',
    pdfOf(pack(`${plainKeys} /Filter /FlateDecode`, damaged())),
    'broken',
  ],
  [
    'an object stream that is not packed',
    pdfOf(pack(`/Type /ObjStm /N 1 /First 4 /Length ${objects.length}`, objects)),
    'script',
  ],
  ['an object inside of a string of an object stream', pdfOf(hiddenInString()), 'script'],
  [
    'an object inside of a stream',
    pdfOf(`5 0 obj << /Length 999 >> stream\n9 0 obj ${script} endobj\nendstream endobj`),
    'script',
  ],
  ['an object behind a comment', pdfOf(`7 %\n0 %obj\nobj ${script} endobj`), 'script'],
  ['an object whose number touches its word', pdfOf(`7 0obj${script}endobj`), 'script'],
  ['a type that is given twice', pdfOf('7 0 obj << /S /JavaScript /S /GoTo /JS (1) >> endobj'), 'script'],
  ['a dictionary that breaks off', pdfOf('7 0 obj << /A endobj /S /Java#53cript /JS (1)'), 'script'],
  [
    'a dictionary with a stray word',
    pdfOf(`7 0 obj << /A [ 1 >> ] stray /S /Java#53cript /JS (1) >> endobj`),
    'script',
  ],
  ['script in a rendition', pdfOf('7 0 obj << /S /Rendition /JS (app.alert\\(1\\)) >> endobj'), 'media'],
  [
    'a file under a platform-specific key',
    pdfOf('7 0 obj << /DOS (a.exe) /EF << /F 9 0 R >> >> endobj'),
    'attachments',
  ],
  ['a file without its type', pdfOf('7 0 obj << /F (a.exe) /EF << /F 9 0 R >> >> endobj'), 'attachments'],
  ['a script whose action breaks off', pdfOf('7 0 obj << /S /JavaScript /JS (1) x'), 'script'],
  [
    'data from a file elsewhere',
    pdfOf('7 0 obj << /F (\\\\\\\\srv\\\\a) /Length 0 >> stream\nendstream endobj'),
    'network',
  ],
  [
    'a network path in UTF-16',
    pdfOf('7 0 obj << /S /GoToR /F <feff005c005c007300720076005c0061> >> endobj'),
    'network',
  ],
  [
    'a network path behind escapes',
    pdfOf('7 0 obj << /Type /Filespec /UF (\\134\\134srv\\134a) >> endobj'),
    'network',
  ],
  [
    'a server as an absolute path',
    pdfOf('7 0 obj << /S /GoToR /F (/server/share/a.pdf) >> endobj'),
    'network',
  ],
  [
    'a button whose address is unclear',
    pdfOf('7 0 obj << /A << /S /SubmitForm /F 8 0 R >> >> endobj 8 0 obj (https://evil.test) endobj'),
    'submits',
  ],
  ['escapes in lower case', pdfOf('7 0 obj << /S /#6aavaScript /S /#4aavaScript >> endobj'), 'script'],
  ['a name that is escaped twice', pdfOf('7 0 obj << /S /#234AavaScript >> endobj'), 'disguised'],
  ['a password in an older revision', pdfOf('trailer << /Encr#79pt 9 0 R >>\n%%EOF\n'), 'encrypted'],
  [
    'a password in a table that is a stream',
    pdfOf('9 0 obj << /Type /XRef /Encrypt 8 0 R >> stream\nendstream endobj'),
    'encrypted',
  ],
  ['script in an older revision', pdfOf(`7 0 obj ${script} endobj\n%%EOF\n7 0 obj null endobj\n`), 'script'],
  ['a million nested lists', pdfOf(`7 0 obj ${'['.repeat(1_000_000)} endobj`), 'complex'],
  ['an object of a million numbers', pdfOf(`7 0 obj [${' 1'.repeat(1_000_000)}] endobj`), 'complex'],
  ['many places where an object may begin', pdfOf('0obj'.repeat(100_000)), 'complex'],
  [
    'small objects that pack to almost nothing',
    pdfOf(
      pack(
        plainKeys.replace('/Length', '/Filter /FlateDecode /Length'),
        deflateSync('7 0 '.repeat(1_000_000)),
      ),
    ),
    'bomb',
  ],
  [
    'a number of 400,000 digits in front of its packed objects',
    pdfOf(
      pack(
        '/Type /ObjStm /N 1 /First 400000 /Filter /FlateDecode',
        deflateSync('1'.repeat(400_000)),
        `7 0 obj ${script} endobj`,
      ),
    ),
    'script',
  ],
  ['many objects inside of each other', pdfOf(`${'7 0 obj ('.repeat(200_000)}`), 'complex'],
]

test.for(evasivePdfs)('a PDF with %s is refused', async ([, content, reason]) => {
  await expect(taken(content)).rejects.toThrow(refusals[reason])
})

const submit = (target: string) =>
  dictionary({ S: name('SubmitForm'), F: dictionary({ FS: name('URL'), F: target }) })

const hostilePdfs: [string, PdfContent, RefusalReason][] = [
  ['script', { catalog: { OpenAction: dictionary({ S: name('JavaScript'), JS: '(1)' }) } }, 'script'],
  [
    'script in a separate object',
    { catalog: { AA: ref(10) }, objects: [dictionary({ O: ref(11) }), script] },
    'script',
  ],
  ['a rendition', { catalog: { OpenAction: dictionary({ S: name('Rendition'), R: ref(4) }) } }, 'media'],
  ['a program', { catalog: { OpenAction: dictionary({ S: name('Launch'), F: '(cmd.exe)' }) } }, 'launch'],
  [
    'files',
    { catalog: { Names: dictionary({ EmbeddedFiles: ref(10) }) }, objects: [dictionary({ Names: [] })] },
    'attachments',
  ],
  [
    'a file',
    { catalog: {}, objects: [dictionary({ F: '(a.exe)', EF: dictionary({ F: ref(4) }) })] },
    'attachments',
  ],
  [
    'a film',
    { catalog: {}, objects: [dictionary({ Type: name('Annot'), Subtype: name('RichMedia') })] },
    'media',
  ],
  ...(['ImportData', 'Movie', 'RichMediaExecute', 'GoTo3DView', 'GoToE'] as const).map(
    (action): [string, PdfContent, RefusalReason] => [
      action,
      { catalog: {}, objects: [dictionary({ A: dictionary({ S: name(action), F: '(a.pdf)' }) })] },
      action === 'ImportData' ? 'imports' : action === 'GoToE' ? 'attachments' : 'media',
    ],
  ),
  ['a 3D model', { catalog: {}, objects: [dictionary({ Subtype: name('3D'), '3DD': ref(4) })] }, 'media'],
  ...[
    '(//srv/a.pdf)',
    '(\\\\\\\\srv\\\\a.pdf)',
    '(smb://srv/a)',
    '(http://evil.test/a.pdf)',
    '<5c5c7372765c61>',
  ].flatMap((target): [string, PdfContent, RefusalReason][] => [
    ...['GoToR', 'Thread'].map((action): [string, PdfContent, RefusalReason] => [
      `${action} to ${target}`,
      { catalog: {}, objects: [dictionary({ S: name(action), F: target, D: [0, name('Fit')] })] },
      'network',
    ]),
    [
      `a file specification of ${target}`,
      { catalog: {}, objects: [dictionary({ S: name('GoToR'), F: dictionary({ F: target }) })] },
      'network',
    ],
  ]),
  ...[
    '(file://srv/a)',
    '(smb://srv/a)',
    '(\\\\\\\\srv\\\\a)',
    '(javascript:alert\\(1\\))',
    '(ms-msdt:/id)',
    '<66696c653a2f2f732f61>',
  ].flatMap((target): [string, PdfContent, RefusalReason][] => [
    [
      `a link to ${target}`,
      { catalog: { OpenAction: dictionary({ S: name('URI'), URI: target }) } },
      'network',
    ],
    [
      `a link to ${target} in another object`,
      { catalog: {}, objects: [dictionary({ S: name('URI'), URI: ref(11) }), target] },
      'network',
    ],
    [`links that begin at ${target}`, { catalog: { URI: dictionary({ Base: target }) } }, 'network'],
  ]),
  ['a form that is sent at once', { catalog: { OpenAction: submit('(https://evil.test/)') } }, 'submits'],
  [
    'a form that is sent by a page',
    { catalog: { AA: dictionary({ O: submit('(https://evil.test/)') }) } },
    'submits',
  ],
  [
    'a form that is sent at the end of a chain',
    {
      catalog: { OpenAction: dictionary({ S: name('GoTo'), Next: [submit('(https://evil.test/)')] }) },
    },
    'submits',
  ],
  [
    'a form that is sent at the end of a chain of objects',
    {
      catalog: { OpenAction: ref(10) },
      objects: [dictionary({ S: name('Named'), Next: ref(11) }), submit('(https://evil.test/)')],
    },
    'submits',
  ],
  [
    'a form that is sent to a file server',
    { catalog: {}, objects: [dictionary({ A: submit('(//srv/a)') })] },
    'submits',
  ],
  [
    'a form that is sent in plain text',
    { catalog: {}, objects: [dictionary({ A: submit('(http://evil.test)') })] },
    'submits',
  ],
  [
    'a password',
    { catalog: {}, trailer: { Encrypt: ref(10) }, objects: [dictionary({ V: 2 })] },
    'encrypted',
  ],
]

const harmlessPdfs: PdfContent[] = [
  { catalog: {} },
  { catalog: { OpenAction: dictionary({ S: name('GoTo'), D: [ref(3), name('Fit')] }) } },
  { catalog: { Lang: '(/JavaScript obj <<)' }, objects: ['(\\(/Launch\\))', '<2f4c>', 'null'] },
  { catalog: {}, objects: [dictionary({ S: name('URI'), URI: '(https://clinic.test)' }), 'true'] },
  { catalog: {}, objects: [dictionary({ S: name('URI'), URI: ref(11) }), '(http://clinic.test)'] },
  { catalog: {}, objects: [dictionary({ S: name('URI'), URI: '(tel:+15550100)' })] },
  { catalog: {}, objects: [dictionary({ S: name('URI'), URI: '(www.clinic.test:8080/a)' })] },
  { catalog: {}, objects: [dictionary({ S: name('URI'), URI: '(file:///C:/Users/ann/a.docx)' })] },
  { catalog: {}, objects: [dictionary({ Type: name('Font'), BaseFont: name('LaunchPad-Bold') })] },
  { catalog: {}, objects: [dictionary({ Type: name('Font'), BaseFont: name('JavaScriptSans') })] },
  { catalog: {}, trailer: { Info: dictionary({ Title: '(<Body weight>)', Keywords: '(<script>)' }) } },
  { catalog: {}, objects: [dictionary({ S: name('GoToR'), F: '(neighbor.pdf)', D: [0, name('Fit')] })] },
  { catalog: {}, objects: [dictionary({ S: name('GoToR'), F: '(../a/b.pdf)', D: [0, name('Fit')] })] },
  { catalog: {}, objects: [dictionary({ S: name('Sound'), Sound: ref(4) })] },
  { catalog: { AcroForm: dictionary({ Fields: [] }) }, trailer: { Info: dictionary({ Title: '(JS)' }) } },
]

test('a forbidden PDF is rejected, in whichever way it is written', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...hostilePdfs), spelling, async ([, content, reason], choose) => {
      await expect(taken(pdfSpelled(content, choose))).rejects.toThrow(refusals[reason])
    }),
    { numRuns: runs(200) },
  ))

test('a harmless PDF is stored unchanged in any encoding', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...harmlessPdfs), spelling, async (content, choose) => {
      const pdf = pdfSpelled(content, choose)
      expect(await taken(pdf)).toMatchObject({ removed: [], kept: pdf })
    }),
    { numRuns: runs(100) },
  ))

const buttons: [string, Buffer][] = ['(https://clinic.test/)', '(mailto:desk@clinic.test)'].flatMap(
  (target) => {
    const action = `<< /S /SubmitForm /F << /FS /URL /F ${target} >> >>`
    return [
      [`sends a form to ${target}`, pdfOf(`7 0 obj << /Subtype /Widget /A ${action} >> endobj`)],
      [
        `sends a form to ${target} by another object`,
        pdfOf(
          `1 0 obj << /OpenAction [3 0 R /Fit] >> endobj 7 0 obj << /A 8 0 R >> endobj 8 0 obj ${action} endobj`,
        ),
      ],
    ]
  },
)

test.for(buttons)('a PDF with a button that %s is stored unchanged', async ([, content]) => {
  expect(await taken(content)).toMatchObject({ removed: [], kept: content })
})

test('a PDF with changed bytes is accepted or rejected, and never causes an internal error', async () => {
  const files = [
    sample('rotation.pdf'),
    sample('form_two_pages.pdf'),
    sample('summary.docx'),
    await docxSpelled({ type: `${OFFICE}frame`, target: 'https://evil.test/', isExternal: true }),
    ...hostilePdfs.map(([, content]) => pdfSpelled(content)),
  ]
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), changes, async (file, bytes) => {
      const bent = Buffer.from(file)
      for (const [place, byte] of bytes) bent[5 + (place % (bent.length - 5))] = byte
      const source = sourceOf(bent)
      const looking = recognize(source).then((type) => type && inspect(source, type))
      await looking.catch((error) => expect(refusalReason(error), String(error)).not.toBeNull())
    }),
    { numRuns: runs(150) },
  )
})

/** Deflated objects whose last block is unreadable. Viewers show the content before it. */
function damaged(): Buffer {
  const whole = deflateSync(`${objects}${'x'.repeat(500)}`, { level: 0 })
  whole.writeUInt8(7, 2) // an invalid block type
  return Buffer.concat([deflateSync(objects, { finishFlush: 2 }), whole.subarray(2)])
}

/** The table in front of an object stream contains an offset within a string. */
function hiddenInString(): Buffer {
  const content = `7 1 (${script})`.replaceAll('\\(1\\)', '')
  return pack(`/Type /ObjStm /N 1 /First 4 /Length ${content.length}`, content)
}
