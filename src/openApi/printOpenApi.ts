import { writeFileSync } from 'node:fs'
import { openApi } from './openApi.ts'

/** Prints the document as committed. */
export const printedOpenApi = () => `${JSON.stringify(openApi(), null, 2)}\n`

if (import.meta.main) writeFileSync(new URL('../../docs/openapi.json', import.meta.url), printedOpenApi())
