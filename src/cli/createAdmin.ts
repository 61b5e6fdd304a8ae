import { createInterface } from 'node:readline/promises'
import { startDatabase } from '#app/databases.ts'
import { createServices } from '#app/services.ts'
import { Failure } from '#domain/errors.ts'
import { readEnvironment } from '#infra/environment.ts'
import { visitTo } from '#operations/context.ts'
import { addUser } from '#operations/users/addUser.ts'

// Makes an administrator from the command line, which is how the first one of a fresh production clinic comes to
// be. Answers may also be piped in, one a line: e-mail, first name, last name, password.

const questions = ['E-mail: ', 'First name: ', 'Last name: ', 'Password (at least 8 characters): '] as const

async function answers(): Promise<string[]> {
  const prompt = createInterface({
    input: process.stdin,
    output: process.stdin.isTTY ? process.stdout : undefined,
  })
  const given: string[] = []
  if (process.stdin.isTTY) {
    for (const question of questions) given.push(await prompt.question(question))
  } else {
    for await (const line of prompt) given.push(line)
  }
  prompt.close()
  return given
}

async function main(): Promise<void> {
  const environment = readEnvironment()
  const [email = '', firstName = '', lastName = '', password = ''] = await answers()
  const stores = await startDatabase(environment, (sentence) => console.error(sentence))
  const clinic = await createServices(environment, stores.appUrl)
  const request = {
    id: 'create-admin',
    ipAddress: null,
    userAgent: 'npm run create-admin',
    listed: new Map(),
  }
  try {
    const admin = await addUser(visitTo(clinic, { request }), {
      email,
      firstName,
      lastName,
      password,
      role: 'admin',
    })
    console.log(
      `${admin.firstName} ${admin.lastName} <${admin.email}> is an administrator and can sign in now.`,
    )
  } finally {
    await clinic.close()
    await stores.stop()
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  for (const [field, message] of Object.entries(error.fields ?? { '': error.message }))
    console.error(`${field} ${message}`.trim())
  process.exitCode = 1
}
