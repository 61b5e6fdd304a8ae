import { expect, test } from 'vitest'
import { answer, answerIn, answers } from './answers.ts'

test('an answer is shown in Spanish with its facts', () => {
  expect(answerIn(answer('birthdayWrongMore', { left: 7 }), 'es')).toBe(
    'Esta no es la fecha de nacimiento que tiene la clínica. Le quedan 7 intentos.',
  )
  expect(answerIn(answer('nameDiffers', { name: 'Ana Núñez (Paz)' }), 'es')).toBe(
    'Este formulario es para Ana Núñez (Paz). ¿Es usted Ana Núñez (Paz)?',
  )
  expect(answerIn(answer('minor', { name: 'Leo {age} Paz', age: 18 }), 'es')).toContain('menos de 18 años')
})

test('an answer is unchanged in English, and an unknown one is general in Spanish', () => {
  expect(answerIn('Something new', 'en')).toBe('Something new')
  expect(answerIn('Something new', 'es')).toBe(answers.other.es)
})

test.each(Object.entries(answers))('the Spanish of %s has the facts of the English', (_name, { en, es }) => {
  const names = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
  expect(names(es)).toEqual(names(en))
})
