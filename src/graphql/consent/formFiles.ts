import { consentCertificatePath, consentFormPath, sealedScanPath } from '#domain/access/screens.ts'
import { isServable } from '#domain/records/scan.ts'
import { formAccessColumns, isFormOpen } from '#operations/consent/formAccess.ts'
import { governingColumns } from '#operations/records/recordAccess.ts'
import { builder } from '../builder.ts'
import { RecordScanState } from '../records/records.ts'
import { ConsentRequest } from './ConsentRequest.ts'

builder.prismaObjectFields(ConsentRequest, (t) => ({
  formUrl: t.string({
    nullable: true,
    description:
      'Path of the signed form, which checks access on every call; `null` without a signature, or if the form is closed to the caller.',
    select: {
      ...formAccessColumns,
      patientId: true,
      patient: { select: governingColumns },
    },
    resolve: (request, _args, caller) =>
      isFormOpen(request, caller) ? consentFormPath(request.patientId, request.id) : null,
  }),
  certificateUrl: t.string({
    nullable: true,
    description:
      'Path of the certificate of completion by an outside signing provider, with the same access as the form; `null` for a form that was signed here, which contains its own.',
    select: {
      ...formAccessColumns,
      patientId: true,
      provider: true,
      patient: { select: governingColumns },
    },
    resolve: (request, _args, caller) =>
      request.provider !== 'built_in' && isFormOpen(request, caller)
        ? consentCertificatePath(request.patientId, request.id)
        : null,
  }),
  sealedScanUrl: t.string({
    nullable: true,
    description:
      'Path of the sealed scan of a form on paper: a PDF with the seal of the clinic and the scan attached. It has the same access as the form. `null` for any other form, and until the scan is sealed, about a minute after it was filed.',
    select: {
      ...formAccessColumns,
      signed: {
        select: {
          ...formAccessColumns.signed.select,
          sealedScan: { select: { record: { select: { scanState: true } } } },
        },
      },
      patientId: true,
      patient: { select: governingColumns },
    },
    resolve: (request, _args, caller) =>
      request.signed?.sealedScan &&
      isServable(request.signed.sealedScan.record) &&
      isFormOpen(request, caller)
        ? sealedScanPath(request.patientId, request.id)
        : null,
  }),
  formScanState: t.field({
    type: RecordScanState,
    nullable: true,
    description:
      "Malware scan result of a paper form's scan, which is served like a record; `null` for any other form.",
    select: { signed: { select: { record: { select: { scanState: true } } } } },
    resolve: ({ signed }) => signed?.record?.scanState ?? null,
  }),
}))
