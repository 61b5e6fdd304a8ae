let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether many people have this password, in whatever case: some 49,000 that leaked ones have in common. The list is
 * read when the first password is set, so that nobody's start waits for it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= read()
  return (await known).has(password.toLowerCase())
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
