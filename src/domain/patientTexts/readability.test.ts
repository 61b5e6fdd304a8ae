import { describe, expect, test } from 'vitest'
import { sampleFacts } from '../consent/formFacts.ts'
import { standardSpanish, standardTemplate } from '../consent/standardTemplate.ts'
import { reminderTexts } from '../reminders/texts.ts'
import { answers } from './answers.ts'
import { mailTexts } from './mailTexts.ts'
import { noticeTexts } from './noticeTexts.ts'
import { pageTexts } from './pageTexts.ts'

/** Names that stand for those of a clinic, a day or a time. Each counts as one plain word. */
const filled = { clinic: 'the clinic', sender: 'the nurse', day: 'May 5', minutes: 10, sha256: '' }

/** Every text under a node that has words of a sentence; functions are called with sample names. */
function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (typeof node === 'function') {
    const given = node.toString().startsWith('({') ? [filled] : ['the clinic', 'the clinic']
    return [String(node(...given))]
  }
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : []
}

const words = (text: string) => text.match(/[\p{L}\p{M}’'-]+/gu) ?? []

/** Labels and buttons have no end; each text counts as at least one sentence. */
const sentences = (text: string) =>
  text.split(/[.!?:](?:\s|$)|\n+/).filter((one) => words(one).length > 0).length

/** Syllables of an English word: groups of vowels, without a silent e at the end. */
function englishSyllables(word: string): number {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '')
  if (plain.length <= 3) return 1
  const spoken = plain.replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, (end) =>
    /[td]ed$/.test(plain) ? end : '',
  )
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

/** Syllables of a Spanish word: vowels, where a weak one beside another makes one syllable. */
function spanishSyllables(word: string): number {
  const plain = word.toLowerCase().replace(/[gq]u(?=[eiéí])/g, 'g')
  const strong = plain.match(/[aeoáéíóú]/g)?.length ?? 0
  const weak = plain.match(/(?<![aeoáéóiuü])[iuü](?![aeoáéóiuü])/g)?.length ?? 0
  return Math.max(1, strong + weak)
}

const sum = (texts: readonly string[], count: (text: string) => number) =>
  texts.reduce((total, text) => total + count(text), 0)
const syllablesIn = (text: string, of: (word: string) => number) => sum(words(text), of)

/** Flesch-Kincaid grade level of English texts. */
function grade(texts: readonly string[]): number {
  const [ofWords, ofSentences] = [sum(texts, (one) => words(one).length), sum(texts, sentences)]
  const syllables = sum(texts, (one) => syllablesIn(one, englishSyllables))
  return (0.39 * ofWords) / ofSentences + (11.8 * syllables) / ofWords - 15.59
}

/** Fernández Huerta's index of Spanish texts: 60 to 70 is normal, 70 to 80 fairly easy. */
function ease(texts: readonly string[]): number {
  const [ofWords, ofSentences] = [sum(texts, (one) => words(one).length), sum(texts, sentences)]
  const syllables = sum(texts, (one) => syllablesIn(one, spanishSyllables))
  return 206.84 - (60 * syllables) / ofWords - (1.02 * ofWords) / ofSentences
}

/** The words of a template as a patient reads them. */
const formOf = (body: string, language: 'en' | 'es') => {
  const facts = { ...sampleFacts(365, language), 'patient.name': 'Ana Paz', 'clinic.name': 'the clinic' }
  return body
    .replace(/\{#\w+\}|\[\[|\]\]|^[#-]+ /gm, '')
    .replace(/\{\{([\w.]+)\}\}/g, (_, name: keyof typeof facts) => facts[name] ?? '')
    .split('\n')
}

test.each([
  ['window', 2],
  ['electronically', 6],
  ['signed', 1],
  ['wanted', 2],
  ['page', 1],
  ['confirm', 2],
])('English syllables are counted: %s', (word, count) => {
  expect(Math.abs(englishSyllables(word) - count)).toBeLessThanOrEqual(1)
})

test.each([
  ['formulario', 4],
  ['clínica', 3],
  ['puede', 2],
  ['día', 2],
  ['firma', 2],
  ['que', 1],
  ['electrónica', 5],
])('Spanish syllables are counted: %s', (word, count) => {
  expect(spanishSyllables(word)).toBe(count)
})

describe('texts for patients', () => {
  const pages = Object.keys(pageTexts.en) as (keyof typeof pageTexts.en)[]
  // A group of labels has no sentences to measure.
  const measured = pages.filter((page) => words(textsIn(pageTexts.en[page]).join(' ')).length >= 25)

  test.each(measured)('the page %s is for grade 6', (page) => {
    expect(grade(textsIn(pageTexts.en[page]))).toBeLessThanOrEqual(6.5)
    expect(ease(textsIn(pageTexts.es[page]))).toBeGreaterThanOrEqual(60)
  })

  const mails = Object.keys(mailTexts.en) as (keyof typeof mailTexts.en)[]
  test.each(mails.filter((mail) => !['openByHand', 'phone', 'address', 'consentForm'].includes(mail)))(
    'the e-mail %s is for grade 6',
    (mail) => {
      expect(grade(textsIn(mailTexts.en[mail]))).toBeLessThanOrEqual(6.5)
      expect(ease(textsIn(mailTexts.es[mail]))).toBeGreaterThanOrEqual(60)
    },
  )

  test('reminders and their page are for grade 6', () => {
    expect(grade(textsIn(reminderTexts.en))).toBeLessThanOrEqual(6.5)
    expect(ease(textsIn(reminderTexts.es))).toBeGreaterThanOrEqual(60)
  })

  test('the answers to what they enter are for grade 6', () => {
    const all = Object.values(answers)
    expect(grade(all.map(({ en }) => en))).toBeLessThanOrEqual(6.5)
    expect(ease(all.map(({ es }) => es))).toBeGreaterThanOrEqual(60)
  })

  test('the notice and the form, whose words the law sets, are for grade 9', () => {
    expect(grade([...noticeTexts.en.paragraphs, noticeTexts.en.agreement])).toBeLessThanOrEqual(9)
    expect(ease([...noticeTexts.es.paragraphs, noticeTexts.es.agreement])).toBeGreaterThanOrEqual(60)
    expect(grade(formOf(standardTemplate.body, 'en'))).toBeLessThanOrEqual(9)
    expect(ease(formOf(standardSpanish.body, 'es'))).toBeGreaterThanOrEqual(60)
  })
})
