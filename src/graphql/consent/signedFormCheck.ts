import { type SignedFormCheck as Check, checkSignedForm } from '#operations/consent/checkSignedForm.ts'
import { builder } from '../builder.ts'

const SignedFormCheck = builder.objectRef<Check>('SignedFormCheck').implement({
  description: 'Whether a file is a form that was signed here. It does not say whose form it is.',
  fields: (t) => ({
    isOurs: t.exposeBoolean('isOurs', {
      description: 'Whether the file is identical to a signed form or scan that this clinic has on file.',
    }),
    signedAt: t.expose('signedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was signed; `null` if it is not ours.',
    }),
    stampedAt: t.expose('stampedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The time by an outside time-stamp service at which its seal existed; `null` if it has no time stamp or is not ours.',
    }),
    scanFiledAt: t.expose('scanFiledAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When staff filed it, if it is a scan of a form on paper; `signedAt` is then the day that they entered. A scan does not prove a signature.',
    }),
    scanSealedAt: t.expose('scanSealedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the file was sealed, if it is a sealed scan: a PDF with the seal of the clinic and that scan attached. `null` for the scan itself.',
    }),
    isOurSeal: t.exposeBoolean('isOurSeal', {
      description:
        'Whether forms of this clinic were sealed with that certificate. A file that names it proves nothing by that alone.',
    }),
  }),
})

builder.queryField('signedFormCheck', (t) =>
  t.field({
    type: SignedFormCheck,
    authScopes: { anyone: true },
    description:
      'Checks by its SHA-256 whether a file is an unaltered signed form of this clinic. No sign-in needed.',
    args: {
      sha256: t.arg.string({ required: true, description: 'SHA-256 of the file, hex.' }),
      sealedBy: t.arg.string({
        description: "SHA-256 of the certificate that the file's seal names, hex, if it has a seal.",
      }),
    },
    resolve: (_root, args, context) => checkSignedForm(context, args),
  }),
)
