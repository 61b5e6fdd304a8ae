import { writeFileSync } from 'node:fs'
import { openApi } from './openApi.ts'

/** The document as it is committed. */
export const printedOpenApi = () => `${JSON.stringify(openApi(), null, 2)}\n`

if (import.meta.main) writeFileSync(new URL('../../docs/openapi.json', import.meta.url), printedOpenApi())
