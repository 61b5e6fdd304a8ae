// Usage: npm run create-admin
// Creates an administrator, for example the first user of a new clinic. It asks for e-mail, first name, last name and
// password, or reads them from standard input, one per line.
// Exit codes: 0, the administrator was created; 1, an answer was refused; 2, the command could not run.

import { createInterface } from 'node:readline/promises'
import { readEnvironment } from '#infra/environment.ts'
import { refuseSampleData } from '#operations/clinic/refuseSampleData.ts'
import { addUser } from '#operations/users/addUser.ts'
import { runCommand, withServices } from './command.ts'

const questions = ['E-mail: ', 'First name: ', 'Last name: ', 'Password (at least 8 characters): '] as const

async function createAdmin(): Promise<number> {
  const environment = readEnvironment()
  const [email = '', firstName = '', lastName = '', password = ''] = await readAnswers()
  const input = { email, firstName, lastName, password, role: 'admin' } as const
  const admin = await withServices(environment, 'create-admin', (context) => {
    refuseSampleData(context)
    return addUser(context, input)
  })
  console.log(
    `${admin.firstName} ${admin.lastName} <${admin.email}> is an administrator and can sign in now.`,
  )
  return 0
}

async function readAnswers(): Promise<string[]> {
  const { stdin, stdout } = process
  const terminal = createInterface({ input: stdin, output: stdin.isTTY ? stdout : undefined })
  try {
    if (!stdin.isTTY) return await Array.fromAsync(terminal)
    const answers: string[] = []
    for (const question of questions) answers.push(await terminal.question(question))
    return answers
  } finally {
    terminal.close()
  }
}

await runCommand(createAdmin, { refused: 1 })
