import { configureGlobal } from 'fast-check'

const factor = Number(process.env.PROPERTY_FACTOR ?? 1)

// A change is judged by the same cases as the one before it; chance has its turn in npm run test:long.
if (factor === 1) configureGlobal({ seed: 20_261_121 })

/** How often a property is tried: a few times in npm test, PROPERTY_FACTOR times as often in npm run test:long. */
export const runs = (few: number): number => few * factor
