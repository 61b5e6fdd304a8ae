import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentText } from '#domain/consent/document.ts'
import { elementNames, elements, missingElements } from '#domain/consent/elements.ts'
import { sampleFacts } from '#domain/consent/formFacts.ts'
import { type ConsentFacts, mergeFieldNames } from '#domain/consent/mergeFields.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import { fillTemplate } from '#domain/consent/templateText.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { runs } from '#tests/support/properties.ts'
import { readTemplate } from './readTemplate.ts'
import { standardDocument } from './standard.ts'

const nothingKnown = Object.fromEntries(mergeFieldNames.map((name) => [name, null])) as ConsentFacts
const everything = sampleFacts(365)

const filled = (body: string, facts: Partial<ConsentFacts> = {}) => {
  const read = readTemplate(body)
  expect(read.problems).toEqual([])
  return fillTemplate(read, { ...everything, ...facts })
}
const problems = (body: string) =>
  readTemplate(body).problems.map(({ line, message }) => `${line}: ${message}`)
const textOf = (body: string, facts: Partial<ConsentFacts> = {}) =>
  documentText({ version: 'x', title: 'T', blocks: filled(body, facts) })

describe('supported text', () => {
  test('has headings, paragraphs, lists, bold and italic', () => {
    expect(
      filled('# One\n\nA *b* **c\nd** ***e***.\n\n- x\n- **y**\n\n1. first\n2. second\n\nTwo\n---\n\nEnd.'),
    ).toEqual([
      { kind: 'heading', text: 'One' },
      {
        kind: 'paragraph',
        text: [
          { text: 'A ' },
          { text: 'b', emphasis: true },
          { text: ' ' },
          { text: 'c d', strong: true },
          { text: ' ' },
          { text: 'e', strong: true, emphasis: true },
          { text: '.' },
        ],
      },
      { kind: 'list', items: ['x', [{ text: 'y', strong: true }]] },
      { kind: 'list', items: ['first', 'second'], ordered: true },
      { kind: 'heading', text: 'Two' },
      { kind: 'paragraph', text: 'End.' },
    ])
  })

  test('keeps the style of a merge field, and a field’s value is not parsed as Markdown', () => {
    expect(
      filled('I, **{{ patient.name }}**, at {{clinic.name}}', { 'clinic.name': '# <b>*A*</b>' }),
    ).toEqual([
      {
        kind: 'paragraph',
        text: [{ text: 'I, ' }, { text: 'Maren Lindqvist', strong: true }, { text: ', at # <b>*A*</b>' }],
      },
    ])
  })

  test('uses fallback wording for unknown facts, capitalized at the start of a sentence', () => {
    expect(filled('{{clinic.name}} knows {{patient.injury}}. {{attorney.name}} too.', nothingKnown)).toEqual([
      {
        kind: 'paragraph',
        text: 'The clinic knows the injury described in my file. The recipients whom the clinic names in the form too.',
      },
    ])
  })

  test('drops an optional phrase when its fact is missing, and a line that becomes empty', () => {
    const body =
      'I[[, born {{patient.dateOfBirth}}]], agree.\n\n- a\n- [[hurt on **{{patient.dateOfInjury}}**]]'
    expect(textOf(body)).toContain('I, born Feb 29, 1980, agree.')
    expect(filled(body, nothingKnown)).toEqual([
      { kind: 'paragraph', text: 'I, agree.' },
      { kind: 'list', items: ['a'] },
    ])
  })

  test('joins an address of several lines and removes characters that reverse the text', () => {
    const address = ' 12 Main St \r\nBoston\tMA\u202e\n'
    expect(filled('At {{patient.address}}', { 'patient.address': address })).toEqual([
      { kind: 'paragraph', text: 'At 12 Main St, Boston MA' },
    ])
  })
})

describe('unsupported text is rejected with its line number', () => {
  test.for([
    ['a\n\n[b](https://x.test)', '3: links are not printed; write the address as text'],
    ['<https://x.test>', '1: links are not printed; write the address as text'],
    ['![b](x.png)', '1: images are not printed'],
    ['a\n\n<script>alert(1)</script>', '3: HTML is not printed'],
    ['a <b>c</b>', '1: HTML is not printed'],
    ['a `b`', '1: code is not printed; remove the backticks'],
    ['```\na\n```', '1: code is not printed; remove the spaces at the beginning of the line'],
    ['> a', '1: quotations are not printed; remove the >'],
    ['a\n\n***', '3: horizontal rules are not printed; use a heading'],
    ['a  \nb', '1: a paragraph cannot have line breaks; leave an empty line to start a new one'],
    ['- a\n  - b', '1: a list item can have only one paragraph and no nested list'],
    ['3. a', '1: a numbered list begins with 1.'],
    ['a\nb {{patient.nmae}}', '2: there is no field called {{patient.nmae}}'],
    ['{{constructor}}', '1: there is no field called {{constructor}}'],
    ['a {{patient.name', '1: a merge field begins here and does not end; write {{patient.name}}'],
    ['a patient.name}}', '1: a merge field ends here and does not begin; write {{patient.name}}'],
    ['{{patient.**name**}}', '1: a merge field begins here and does not end; write {{patient.name}}'],
    ['a [[b {{today}}', '1: [[ begins a phrase that does not end with ]]'],
    ['a ]] b', '1: ]] ends a phrase that does not begin with [['],
    ['[[a]]', '1: text in [[ ]] must contain a merge field'],
    ['[[a [[{{today}}]]', '1: [[ is inside another [[ ]]'],
    ['## Why {#purpos}\n\na', '1: there is no part called {#purpos}'],
    ['a {#purpose} b', '1: put {#purpose} at the end of a heading, a paragraph or a list item'],
    ['## Why {#purpose}\n\n## Then\n\na', '1: this part is marked, but there is no text under its heading'],
    ['- {#copy}', '1: this part has no text'],
    ['', '1: there is no text yet'],
  ] as const)('%j', ([body, message]) => {
    expect(problems(body)).toContain(message)
  })
})

test('each problem is reported once per line, in line order', () => {
  expect(problems('a <b>c</b> `d`\n\n> e\n\n{{x}} <i>y</i>')).toEqual([
    '1: HTML is not printed',
    '1: code is not printed; remove the backticks',
    '3: quotations are not printed; remove the >',
    '5: HTML is not printed',
    '5: there is no field called {{x}}',
  ])
})

describe('the elements of 45 CFR 164.508(c)', () => {
  test('are found where they are marked: a heading with text below it, a paragraph, a list item', () => {
    const { marked, problems } = readTemplate(
      '## Why {#purpose} {#expiration}\n\nBecause.\n\nA copy. {#copy}\n\n- Revoke. {#revocation}',
    )
    expect(problems).toEqual([])
    expect([...marked].sort()).toEqual(['copy', 'expiration', 'purpose', 'revocation'])
    expect(missingElements(marked)).toEqual([
      'information',
      'discloser',
      'recipient',
      'no_conditions',
      'redisclosure',
    ])
  })

  test('are all in the standard template, and their marks are not printed', () => {
    const read = readTemplate(standardTemplate.body)
    expect(read.problems).toEqual([])
    expect(missingElements(read.marked)).toEqual([])
    for (const facts of [everything, nothingKnown]) {
      const text = documentText({ version: 'x', title: 'T', blocks: fillTemplate(read, facts) })
      expect(text).not.toMatch(/[{}[\]#]|null|undefined| {2}| [,.]/)
    }
  })

  test('name the parties and contain every required statement in the standard template', () => {
    const text = documentText(standardDocument({ ...everything, 'patient.name': 'José O’Brien' }))
    for (const part of [
      'José O’Brien, born Feb 29, 1980,',
      'Harbor Clinic',
      'Rae Okafor, Okafor Law, and the office staff of each recipient.',
    ])
      expect(text).toContain(part)
    for (const statement of [
      /revoke this authorization/,
      /do not depend on whether I sign/,
      /disclosed again/,
    ])
      expect(text).toMatch(statement)
    expect(text).toMatch(/at the latest one year after the day I sign it/)
    expect(documentText(standardDocument({}))).toContain(
      'The recipients whom the clinic names in the form, and',
    )
  })

  test.for(elementNames)('the suggested wording for %s is valid', (name) => {
    const { problems, marked } = readTemplate(elements[name].start)
    expect(problems).toEqual([])
    expect([...marked]).toEqual([name])
  })
})

describe('any name', () => {
  const wild = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '**x**',
      '<script>alert(1)</script>',
      '{{today}}',
      '[[x]]',
      '{#copy}',
      '# x',
      '- x',
      '$&',
      '![x](y)',
    ),
  )
  const fields = mergeFieldNames.map((name) => `- {{${name}}}`).join('\n')

  test('is treated as text and changes no other line', () => {
    fc.assert(
      fc.property(fc.array(fc.option(wild), { minLength: 9, maxLength: 9 }), (values) => {
        const facts = Object.fromEntries(
          mergeFieldNames.map((name, at) => [name, values[at]]),
        ) as ConsentFacts
        const [list, ...more] = fillTemplate(readTemplate(fields), facts)
        expect(more).toEqual([])
        const items = list?.kind === 'list' ? list.items : []
        expect(items).toHaveLength(mergeFieldNames.length)
        for (const [at, name] of mergeFieldNames.entries()) {
          const seen = (values[at] ?? '').replace(/[\s\p{Cc}\p{Cf},]/gu, '')
          const missing = formTexts.en.missing[name]
          const visible = String(items[at]).replace(/[\s\p{Cc}\p{Cf},]/gu, '')
          const wording = (missing.charAt(0).toUpperCase() + missing.slice(1)).replace(/[\s,]/g, '')
          if (seen !== '') expect(visible).toBe(seen)
          else expect(['', wording]).toContain(visible)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  test('any input is either parsed or rejected with a line number, and never throws', () => {
    const part = fc.constantFrom(
      '{{',
      '}}',
      '[[',
      ']]',
      '{#copy}',
      '**',
      '*',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '# ',
      '{{today}}',
      'a ',
      '<b>',
      '`',
      '> ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 30 }), (parts) => {
        const body = parts.join('')
        const read = readTemplate(body)
        const lines = body.split(/\r\n|\r|\n/).length
        for (const { line } of read.problems) expect(line >= 1 && line <= lines).toBe(true)
        if (read.problems.length === 0)
          expect(JSON.stringify(fillTemplate(read, nothingKnown))).not.toMatch(/undefined|null/)
      }),
      { numRuns: runs(100) },
    )
  })
})
