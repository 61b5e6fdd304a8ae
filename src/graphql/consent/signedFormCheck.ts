import { type SignedFormCheck as Check, checkSignedForm } from '#operations/consent/checkSignedForm.ts'
import { builder } from '../builder.ts'

const SignedFormCheck = builder.objectRef<Check>('SignedFormCheck').implement({
  description: 'Whether a file is a form that was signed here. It says nothing of whose form it is.',
  fields: (t) => ({
    isOurs: t.exposeBoolean('isOurs', {
      description: 'Whether it is a signed form of this clinic, byte for byte as it was stored.',
    }),
    signedAt: t.expose('signedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was signed; `null` when it is not ours.',
    }),
    isOurSeal: t.exposeBoolean('isOurSeal', {
      description:
        'Whether forms of this clinic were sealed with that certificate. That a file names it proves nothing by itself.',
    }),
  }),
})

builder.queryField('signedFormCheck', (t) =>
  t.field({
    type: SignedFormCheck,
    authScopes: { anyone: true },
    description:
      'Whether a file, known by its SHA-256, is a signed form of this clinic and unaltered. Open to whoever holds the file.',
    args: {
      sha256: t.arg.string({ required: true, description: 'SHA-256 of the file, hex.' }),
      sealedBy: t.arg.string({
        description: 'SHA-256 of the certificate that the seal of the file names, hex, where it has one.',
      }),
    },
    resolve: (_root, args, context) => checkSignedForm(context, args),
  }),
)
