import { configureGlobal } from 'fast-check'

const factor = Number(process.env.PROPERTY_FACTOR ?? 1)

// Normal runs always use the same cases, so that changes are comparable; npm run test:long uses random ones.
if (factor === 1) configureGlobal({ seed: 20_261_121 })

/** How many cases a property tries: `few` in npm test, and PROPERTY_FACTOR times `many` in npm run test:long. */
export const runs = (few: number, many = few): number => (factor === 1 ? few : many * factor)
