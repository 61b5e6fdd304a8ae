import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#infra/environment.ts'
import { refuseSampleData } from '#operations/clinic/refuseSampleData.ts'
import { addUser } from '#operations/users/addUser.ts'
import { recoverAdministrator } from '#operations/users/recoverAdministrator.ts'
import { runCommand, withServices } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run create-admin [-- --recover]

Creates an administrator, for example the first user of a new clinic. It asks for e-mail, first
name, last name and password, or reads them from standard input, one per line. With --recover it
makes an existing account an active administrator again and asks only for e-mail and new password.

Exit codes:
  0  the administrator can sign in
  1  an answer was refused
  2  the command could not run`

const PASSWORD = 'Password (at least 8 characters): '
const questions = ['E-mail: ', 'First name: ', 'Last name: ', PASSWORD]

async function createAdmin(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { recover: { type: 'boolean' } } })
  return values.recover ? recover() : create()
}

async function create(): Promise<number> {
  const environment = readEnvironment()
  const [email = '', firstName = '', lastName = '', password = ''] = await readAnswers(questions)
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

async function recover(): Promise<number> {
  const environment = readEnvironment()
  const [email = '', password = ''] = await readAnswers(['E-mail: ', PASSWORD])
  const admin = await withServices(environment, 'create-admin', (context) =>
    recoverAdministrator(context, { email, password }),
  )
  console.log(
    `${admin.firstName} ${admin.lastName} <${admin.email}> is an administrator again and can sign in.`,
  )
  return 0
}

async function readAnswers(questions: readonly string[]): Promise<string[]> {
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

await runCommand(help, createAdmin, { refused: 1 })
