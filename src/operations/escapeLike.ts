/**
 * Escapes the wildcards of LIKE. Prisma does not, neither for `contains` nor for `equals` with `mode: 'insensitive'`, which is
 * an ILIKE.
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
