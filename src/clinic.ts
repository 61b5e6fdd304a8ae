import { exclusionConflict, isRepeatable, openDatabase, uniqueConflict } from '#infra/database.ts'
import type { Environment } from '#infra/environment.ts'
import { makePasswords } from '#infra/passwords.ts'
import type { PrismaClient } from '#infra/prisma/client.ts'
import { newSessionId } from '#infra/sessionCookie.ts'
import { hashLink, makeBuiltInSigning } from '#infra/signing/builtIn.ts'
import { renderSignedForm } from '#infra/signing/signedForm.ts'
import type { Clinic } from '#operations/context.ts'

/** The instances behind every operation, over the application's database. */
export async function openClinic(
  {
    clinicName,
    clinicTimeZone,
    sessionSecrets,
    sessionLimits,
  }: Pick<Environment, 'clinicName' | 'clinicTimeZone' | 'sessionSecrets' | 'sessionLimits'>,
  databaseUrl: string,
): Promise<Clinic & { db: PrismaClient }> {
  return {
    db: openDatabase(databaseUrl),
    name: clinicName,
    timeZone: clinicTimeZone,
    sessionLimits,
    now: () => new Date(),
    passwords: await makePasswords(),
    newSessionId,
    signing: makeBuiltInSigning(sessionSecrets[0]),
    hashLink,
    renderSignedForm,
    isRepeatable,
    uniqueConflict,
    exclusionConflict,
  }
}
