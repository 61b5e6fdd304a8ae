import { builder } from '../builder.ts'
import { Patient } from '../patients/Patient.ts'

/** What keeps a patient's newest request from going on. */
type Trouble = { isSending: boolean; reason: string; retryAt: Date | null }

const ConsentTrouble = builder.objectRef<Trouble>('ConsentTrouble').implement({
  description: 'What keeps the newest consent request from going on.',
  fields: (t) => ({
    isSending: t.exposeBoolean('isSending', {
      description: 'Whether it was never sent; otherwise it was, and the provider could not be asked since.',
    }),
    reason: t.exposeString('reason', { description: 'Why, in a sentence.' }),
    retryAt: t.expose('retryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried again by itself; `null` for never.',
    }),
  }),
})

builder.prismaObjectField(Patient, 'consentTrouble', (t) =>
  t.field({
    type: ConsentTrouble,
    nullable: true,
    description: 'What keeps the newest consent request from going on; `null` when nothing does.',
    select: {
      consentRequests: {
        orderBy: { createdAt: 'desc' },
        take: 1,
        select: { state: true, closeReason: true, providerError: true, retryAt: true },
      },
    },
    resolve: ({ consentRequests: [newest] }): Trouble | null => {
      if (newest?.state === 'failed')
        return { isSending: true, reason: newest.closeReason ?? 'no reason given', retryAt: newest.retryAt }
      if (newest?.state !== 'sent' || newest.providerError === null) return null
      return { isSending: false, reason: newest.providerError, retryAt: null }
    },
  }),
)
