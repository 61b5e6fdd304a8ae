/** How often a property is tried: a few times in npm test, PROPERTY_FACTOR times as often in npm run test:long. */
export const runs = (few: number): number => few * Number(process.env.PROPERTY_FACTOR ?? 1)
