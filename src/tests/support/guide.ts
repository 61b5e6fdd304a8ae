import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A page of `docs`. */
export const readGuide = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

/** The fenced examples of one language in a text, in order. */
export const examplesIn = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, its, example = '']) =>
    its === language ? [example] : [],
  )

/** The lines that an example promises to print, after `//>` or `#>`. */
export const promisedIn = (example: string): string[] =>
  [...example.matchAll(/(?:\/\/|#)> (.*)$/gm)].map(([, line = '']) => line)

/** Whether a program is on this machine. */
export const isHere = (command: string): boolean => spawnSync(command, ['--version']).status === 0
