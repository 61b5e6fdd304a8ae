import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices } from '#app/services.ts'
import type { Role } from '#domain/access/actor.ts'
import { standardConsentRules } from '#domain/clinic/settings.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { TimeStampSettings } from '#infra/evidence/timeStampSettings.ts'
import { makePasswords } from '#infra/passwords.ts'
import type { Patient, Prisma, PrismaClient, User } from '#infra/prisma/client.ts'
import type { RequestLimit } from '#infra/requestLimit.ts'
import {
  createRequestContext,
  type OperationContext,
  type RequestContext,
  type Services,
} from '#operations/context.ts'
import { quickSeal } from './seal.ts'

/** Tests sign in hundreds of times. The password tests check the real cost. */
const cheap = { memoryCost: 1024, timeCost: 1, parallelism: 1 }

/** A host that webhooks may call and that refuses every connection. */
export const NO_RECEIVER = '127.0.0.1:9'

/** Who receives the records of a patient without an attorney, unless a test sets somebody else. */
export const defaultRecipient = { name: null, firm: 'Test Legal Aid', address: null }

/** The password of every test account. */
export const PASSWORD = 'Clinic-demo-2026'

export const SESSION_SECRET = 'a-session-secret-for-tests-only-0123456789'

/** A limit that allows every request, or refuses every one for this many seconds. */
export const fixedLimit = (secondsLeft?: number): RequestLimit => ({
  take: async () => ({
    isRefused: secondsLeft !== undefined,
    limit: 600,
    left: secondsLeft === undefined ? 599 : 0,
    secondsLeft: secondsLeft ?? 60,
  }),
})

/** A clinic to fill with data and to check. */
export type TestClinic = {
  instances: Services & { db: PrismaClient }
  db: PrismaClient
  /** The current time in the clinic; set it to move time. */
  now: Date
  user: (values?: Partial<Prisma.UserUncheckedCreateInput>) => Promise<User>
  patient: (values?: Partial<Prisma.PatientUncheckedCreateInput>) => Promise<Patient>
  /** A patient's audit rows, oldest first. */
  auditOf: (patient: {
    id: string
  }) => Promise<{ action: string; resourceType: string; userId: string | null }[]>
  /** The operation context of a signed-in user. */
  as: (user: Pick<User, 'id' | 'role' | 'mustChangePassword'> & { firm?: string | null }) => OperationContext
  /** The context of an anonymous request. */
  anonymous: () => RequestContext
}

/** Opens a test clinic on a database with its own folder by default; `close` releases both. */
export async function openTestClinic(
  databaseUrl: string,
  { dataDir: folder, timeStamps }: { dataDir?: string; timeStamps?: TimeStampSettings } = {},
): Promise<TestClinic & { close: () => Promise<void> }> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'caseload-files-'))
  const settings = {
    dataDir,
    recordsKeys: undefined,
    seal: await quickSeal(),
    recordsBucket: undefined,
    recordLimit: 1_048_576,
    scannerPlace: undefined,
    mode: 'production' as const,
    preparesStatements: true,
    // One process stands for several, and some tests hold a dozen transactions open.
    databaseConnections: 23,
    publicUrl: 'https://clinic.test',
    clinicName: 'Test Clinic',
    clinicTimeZone: 'America/New_York',
    sessionSecrets: [SESSION_SECRET] as const,
    sessionLimits: { idleMinutes: 15, absoluteHours: 12 },
    signInLimits: { attempts: 10, windowMinutes: 15 },
    requestsPerMinute: 300,
    mail: undefined,
    docuSign: undefined,
    timeStamps,
    webhookPrivateHosts: [NO_RECEIVER],
  }
  const opened = await createServices(settings, databaseUrl, {
    now: () => clinic.now,
    passwords: makePasswords(cheap),
    standard: {
      recordsBeforeConsent: 'open',
      // Most test patients have no date of birth. The tests of the identity check set a floor.
      consentRules: { ...standardConsentRules, identityCheck: 'none', defaultRecipient },
    },
  })
  const passwordHash = await opened.passwords.hash(PASSWORD)
  let counter = 0
  let defaultCreator: User | undefined

  const clinic: TestClinic = {
    // Unlimited requests without delay; the tests of the limits restore both.
    instances: {
      ...opened,
      now: () => clinic.now,
      requestLimit: fixedLimit(),
      delay: async () => {},
    },
    db: opened.db,
    now: new Date('2026-01-05T15:00:00.000Z'),
    user: (values = {}) => {
      counter += 1
      const role: Role = values.role ?? 'staff'
      return opened.db.user.create({
        data: {
          email: `${role}${counter}@clinic.test`,
          firstName: 'Sam',
          lastName: `Okoye${counter}`,
          passwordHash,
          role,
          ...values,
        },
      })
    },
    patient: async (values = {}) => {
      counter += 1
      defaultCreator = values.createdById ? defaultCreator : await knownCreator()
      const status: PatientStatus = values.status ?? 'pending_consent'
      return opened.db.patient.create({
        data: {
          firstName: 'Maren',
          lastName: `Lindqvist${counter}`,
          email: `patient${counter}@example.test`,
          status,
          ...(status === 'dropped' && (await whole(clinic))),
          ...values,
          createdById: values.createdById ?? (defaultCreator as User).id,
        },
      })
    },
    auditOf: ({ id }) =>
      opened.db.auditLog.findMany({
        where: { patientId: id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { action: true, resourceType: true, userId: true },
      }),
    as: ({ id, role, mustChangePassword, firm = null }) => ({
      ...clinic.anonymous(),
      actor: { id, role, mustChangePassword, firm },
      // A signed-in user has always just signed in, however a test moves the clock.
      get provenAt() {
        return clinic.instances.now()
      },
    }),
    anonymous: () =>
      createRequestContext(clinic.instances, {
        request: { id: 'test', ipAddress: '192.0.2.1', userAgent: 'vitest', listed: new Map() },
      }),
  }

  async function knownCreator(): Promise<User> {
    const known = defaultCreator && (await opened.db.user.findUnique({ where: { id: defaultCreator.id } }))
    return known ?? clinic.user({ role: 'staff' })
  }

  const close = async () => {
    await opened.close()
    if (!folder) rmSync(dataDir, { recursive: true, force: true })
  }
  return Object.assign(clinic, { close })
}

const whole = async (clinic: TestClinic) => ({
  dropReason: 'Moved out of state',
  droppedAt: clinic.now,
  droppedById: (await clinic.user({ role: 'staff' })).id,
})

/** The operation with any input, as a client could send it. */
export const withAnyInput = <Context, Result>(operation: (ctx: Context, raw: never) => Promise<Result>) =>
  operation as (ctx: Context, raw: object) => Promise<Result>
