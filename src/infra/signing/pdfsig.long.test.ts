import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { rsaSeal } from '#tests/support/seal.ts'
import { aScan, sealedScan } from '#tests/support/sealedScans.ts'
import { signedWith } from '#tests/support/signedForms.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

// Checks sealed forms with poppler's pdfsig, an independent verifier from Debian's poppler-utils.

const hasPdfsig = () => spawnSync('pdfsig', ['-v']).error === undefined

function installPdfsig(): void {
  const apt = (...words: string[]) => execFileSync('apt-get', ['-qq', ...words], { stdio: 'pipe' })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'poppler-utils')
  } catch (error) {
    throw new Error('pdfsig is not here and apt-get cannot install it: install poppler-utils', {
      cause: error,
    })
  }
}

let file: Buffer

beforeAll(async () => {
  if (!hasPdfsig()) installPdfsig()
  file = Buffer.from((await signedWith(await rsaSeal('Clínica Sol'))).content)
}, 300_000)

function pdfsig(content: Uint8Array): string {
  const folder = temporaryFolder()
  const path = join(folder, 'form.pdf')
  writeFileSync(path, content)
  const { stdout, stderr } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  return stdout + stderr
}

const changedAt = (at: number) => file.map((byte, index) => (index === at ? byte ^ 1 : byte))

test('a sealed form is valid and signed as a whole by the clinic', () => {
  const output = pdfsig(file)
  for (const line of [
    'Signature Type: ETSI.CAdES.detached',
    'Signing Hash Algorithm: SHA-256',
    'Total document signed',
    'Signature Validation: Signature is Valid.',
    'Clínica Sol document seal',
  ])
    expect(output).toContain(line)
})

test('a sealed scan is valid, and its attachment is the scan', async () => {
  const scan = randomBytes(100_000)
  const sealed = (await sealedScan(aScan(scan), await rsaSeal())).content
  expect(pdfsig(sealed)).toMatch(/Total document signed[\s\S]*Signature is Valid/)
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'sealed.pdf'), sealed)
  execFileSync('pdfdetach', ['-saveall', 'sealed.pdf'], { cwd: folder })
  expect(readFileSync(join(folder, 'consent.pdf'))).toEqual(scan)
})

test('a changed byte is detected anywhere', () => {
  const gap = { from: file.indexOf('/Contents <'), to: file.lastIndexOf('>', file.indexOf('/Name (')) }
  const inStream = (from: number) => file.indexOf('stream\n', from) + 60
  for (const at of [inStream(0), inStream(gap.from), file.indexOf('/M (D:') + 8, gap.to - 100])
    expect(pdfsig(changedAt(at)), `byte ${at}`).not.toContain('Signature is Valid')
})

test('content added after the seal is detected', () => {
  const xref = file.lastIndexOf('startxref')
  const table = file.toString('latin1', xref).split('\n')[1]
  const root = /\/Root (\d+ 0 R)/.exec(file.toString('latin1'))?.[1]
  const size = /\/Size (\d+)/.exec(file.toString('latin1'))?.[1]
  const at = file.length + 1
  const added = `\n${size} 0 obj\n<< /Note (added) >>\nendobj\nxref\n${size} 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size ${Number(size) + 1} /Root ${root} /Prev ${table} >>\nstartxref\n${at + 41}\n%%EOF\n`
  expect(pdfsig(Buffer.concat([file, Buffer.from(added)]))).toMatch(/Not total document signed/)
})

test('the seal of one form is invalid on another', async () => {
  const other = Buffer.from((await signedWith(await rsaSeal(), { clinicName: 'Other Clinic' })).content)
  const at = (pdf: Buffer) => pdf.indexOf('/Contents <') + '/Contents <'.length
  const length = Math.min(file.indexOf('>', at(file)) - at(file), other.indexOf('>', at(other)) - at(other))
  file.copy(other, at(other), at(file), at(file) + length)
  expect(pdfsig(other)).not.toContain('Signature is Valid')
})
