import type { Task } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'

const sentences = {
  task_assigned: (title: string) => `You were given a task: ${title}`,
  task_due: (title: string) => `Due now: ${title}`,
}

/** Tells whoever has a task, unless they did it themselves. */
export async function alertTask(ctx: Visit, type: keyof typeof sentences, task: Task): Promise<void> {
  if (task.assignedToId === ctx.actor?.id) return
  await ctx.db.alert.createMany({
    data: [
      {
        type,
        userId: task.assignedToId,
        patientId: task.patientId,
        message: sentences[type](task.title),
        createdAt: ctx.now(),
      },
    ],
  })
}
