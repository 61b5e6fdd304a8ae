let passwords: Promise<ReadonlySet<string>> | undefined

/**
 * Whether the password is one of about 49,000 common leaked ones, ignoring case. The list is read when the first
 * password is set, so that it does not slow the start.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  passwords ??= read()
  return (await passwords).has(password.toLowerCase())
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
