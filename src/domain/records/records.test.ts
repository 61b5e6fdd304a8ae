import { expect, test } from 'vitest'
import { shownName } from './fileName.ts'
import { showFileSize } from './fileSize.ts'
import { nameProblem } from './fileTypes.ts'

test.for([
  ['MRI of the knee.pdf', 'MRI of the knee.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\me\\scan.tiff', 'scan.tiff'],
  ['..%2fscan.pdf', '%2fscan.pdf'],
  ['a\u0000b.pdf', 'a b.pdf'],
  ['one\r\nX-Evil: 1.pdf', 'one X-Evil: 1.pdf'],
  ['bill\u202egpj.pdf', 'billgpj.pdf'],
  ['Ünïcode “q” 記録.png', 'Ünïcode “q” 記録.png'],
  ['e\u0301t\u00e9.pdf', 'été.pdf'],
  ['  .hidden.  ', 'hidden'],
  ['..', 'record'],
  ['\ud800.pdf', '\ufffd.pdf'],
] as const)('%j is shown as %j', ([name, shown]) => {
  expect(shownName(name)).toBe(shown)
})

test('a name of 300 characters keeps its start and extension, and no split character', () => {
  expect(shownName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(251)}.pdf`)
  const faces = shownName(`${'🙂'.repeat(200)}.docx`)
  expect(faces).toBe(`${'🙂'.repeat(125)}.docx`)
  expect(faces.isWellFormed()).toBe(true)
})

test.for([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1_048_524, '1023.9 KB'],
  [1_048_575, '1.0 MB'],
  [1_048_576, '1.0 MB'],
  [26_214_400, '25.0 MB'],
] as const)('%i bytes are shown as %s', ([bytes, shown]) => {
  expect(showFileSize(bytes)).toBe(shown)
})

test('dots and blanks within a name of any length take no time', () => {
  expect(shownName(`x${'.'.repeat(300_000)}x.pdf`)).toMatch(/^x\.+\.pdf$/)
})

test('the extension must match the content', () => {
  expect(nameProblem('Scan.PDF', 'application/pdf')).toBe(null)
  expect(nameProblem('scan.jpeg', 'image/jpeg')).toBe(null)
  expect(nameProblem('scan.pdf', 'image/png')).toBe(
    'This file is a PNG image, but its name ends in .pdf. Rename it to end in .png and try again.',
  )
  expect(nameProblem('scan', 'image/png')).toContain('its name has no ending')
})
