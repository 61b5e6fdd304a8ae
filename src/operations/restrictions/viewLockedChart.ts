import { notFound } from '#domain/errors.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { isUuid } from '#domain/text.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visibilityArguments } from '../patients/visiblePatient.ts'
import type { LockedChart } from './listLockedCharts.ts'

/** Returns the name on one chart that is closed to the actor; throws `not_found` for any other. */
export const viewLockedChart = operation(patientIdInput, async (ctx, { patientId }): Promise<LockedChart> => {
  authorize(ctx, 'patient.list')
  const { staff, at, inPerson } = visibilityArguments(ctx)
  const [chart] = isUuid(patientId)
    ? await ctx.db.$queryRaw<LockedChart[]>`
        SELECT id, first_name AS "firstName", last_name AS "lastName"
        FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}) WHERE id = ${patientId}::uuid`
    : []
  if (!chart) throw notFound('Patient', patientId)
  await audit(ctx, {
    action: 'viewed',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['firstName', 'lastName'] },
  })
  return chart
})
