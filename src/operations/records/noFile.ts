/** The columns of a row whose stored file was deleted. */
export const noFile = { storageKey: null, wrappedKey: null, keyId: null } as const
