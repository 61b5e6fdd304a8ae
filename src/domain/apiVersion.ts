/** The versions of the APIs, newest first. A change that could break a program gets a new one, and the former stays for a year. */
export const apiVersions = ['2026-11-27'] as const

/** The version that a request without `API-Version` gets. */
export const API_VERSION = apiVersions[0]

/** The request header with the version for which a program was written, and the response header with the one that answered. */
export const VERSION_HEADER = 'API-Version'

/** The message for a version that this installation does not have. */
export const UNKNOWN_VERSION = `There is no such version. This installation has ${apiVersions.join(', ')}.`

export const isApiVersion = (text: string): boolean => apiVersions.some((version) => version === text)
