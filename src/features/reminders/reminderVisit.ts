import type { AstroGlobal } from 'astro'
import { reminderPath } from '#domain/access/screens.ts'
import { Failure, statusOf } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import { type ReminderAnswer, reminderAnswers } from '#domain/reminders/reminder.ts'
import { graphql } from '#generated/gql.ts'
import type { ReminderPageQuery } from '#generated/graphql.ts'
import type { PageTools } from '../pageTools.ts'

export const reminderQuery = graphql(`
  query ReminderPage($secret: String!) {
    reminder(secret: $secret) { kind language clinicName clinicPhone scheduledAt answer isStopped }
  }
`)

const Answer = graphql(`
  mutation ReminderPage_Answer($input: AnswerReminderInput!) {
    answerReminder(input: $input) { language }
  }
`)

/** What the page shows: the reminder with its answer, that reminders have stopped, or that the link does not work. */
export type ReminderView =
  | { step: 'open'; reminder: ReminderPageQuery['reminder'] }
  | { step: 'stopped'; language: Language }
  | { step: 'dead'; message: string }

/**
 * Decides what the holder of the link sees. Only a POST changes something, because mail scanners follow links: a button of
 * the page, or the one click in a mail program (RFC 8058).
 */
export async function visitReminder(
  { request, response }: Pick<AstroGlobal, 'request' | 'response'>,
  secret: string,
  { run, postedForm }: PageTools,
): Promise<Response | ReminderView> {
  try {
    if (request.method === 'POST') {
      const answer = answerOf(await postedForm())
      if (!answer) throw new Failure('invalid', 'Choose one of the buttons')
      const { answerReminder } = await run(Answer, { input: { secret, answer } })
      if (answer === 'stop') return { step: 'stopped', language: answerReminder.language }
      // So that reloading the page posts nothing again.
      return new Response(null, { status: 303, headers: { Location: reminderPath(secret) } })
    }
    const { reminder } = await run(reminderQuery, { secret })
    return reminder.isStopped && reminder.kind === 'form'
      ? { step: 'stopped', language: reminder.language }
      : { step: 'open', reminder }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    response.status = statusOf[error.code]
    return { step: 'dead', message: error.message }
  }
}

function answerOf(form: FormData): ReminderAnswer | undefined {
  if (form.get('List-Unsubscribe') === 'One-Click') return 'stop'
  return reminderAnswers.find((answer) => answer === form.get('answer'))
}
