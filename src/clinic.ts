import { apiKeySecrets } from '#infra/apiKeySecret.ts'
import { exclusionConflict, isRepeatable, openDatabase, uniqueConflict } from '#infra/database.ts'
import type { Environment } from '#infra/environment.ts'
import { makePasswords } from '#infra/passwords.ts'
import type { PrismaClient } from '#infra/prisma/client.ts'
import { newSessionId } from '#infra/sessionCookie.ts'
import { makeSignInLimits } from '#infra/signInLimits.ts'
import { hashLink, makeBuiltInSigning } from '#infra/signing/builtIn.ts'
import { renderSignedForm } from '#infra/signing/signedForm.ts'
import { openThrottles } from '#infra/throttle.ts'
import { makeTurns } from '#infra/turns.ts'
import type { Clinic } from '#operations/context.ts'

/** The instances behind every operation, over the application's database; `close` lets go of its connections. */
export async function openClinic(
  {
    clinicName,
    clinicTimeZone,
    sessionSecrets,
    sessionLimits,
    signInLimits,
  }: Pick<Environment, 'clinicName' | 'clinicTimeZone' | 'sessionSecrets' | 'sessionLimits' | 'signInLimits'>,
  databaseUrl: string,
): Promise<Clinic & { db: PrismaClient; close: () => Promise<void> }> {
  const db = openDatabase(databaseUrl)
  const throttles = openThrottles(databaseUrl)
  return {
    db,
    close: async () => {
      await Promise.all([db.$disconnect(), throttles.close()])
    },
    name: clinicName,
    timeZone: clinicTimeZone,
    sessionLimits,
    now: () => new Date(),
    passwords: await makePasswords(),
    signInLimits: makeSignInLimits(throttles, signInLimits),
    inTurn: makeTurns(),
    newSessionId,
    apiKeySecrets,
    signing: makeBuiltInSigning(sessionSecrets[0]),
    hashLink,
    renderSignedForm,
    isRepeatable,
    uniqueConflict,
    exclusionConflict,
  }
}
