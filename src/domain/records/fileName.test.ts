import { expect, test } from 'vitest'
import { archiveNames } from './fileName.ts'

test('files of one archive have names that every operating system can extract', () => {
  expect(
    archiveNames(['MRI.pdf', 'mri.pdf', 'Mri (2).pdf', 'a/b:c?.pdf', '..\\x.pdf', ' .hidden. ']),
  ).toEqual(['MRI.pdf', 'mri (2).pdf', 'Mri (2) (2).pdf', 'a_b_c_.pdf', '_x.pdf', 'hidden'])
  expect(archiveNames(['aux.pdf', 'NUL', 'com1.tiff', 'console.pdf', 'auxiliary'])).toEqual([
    'aux_.pdf',
    'NUL_',
    'com1_.tiff',
    'console.pdf',
    'auxiliary',
  ])
})

test('a long name is cut, keeps its extension, and still differs from the others', () => {
  const long = `${'scan '.repeat(40)}.pdf`
  const [first = '', second = ''] = archiveNames([long, long])
  expect(first).toMatch(/^scan scan .*\.pdf$/)
  expect([first.length <= 100, second.endsWith(' (2).pdf'), second.length <= 104]).toEqual([true, true, true])
})
