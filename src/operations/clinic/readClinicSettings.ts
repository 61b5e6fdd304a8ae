import * as z from 'zod/mini'
import type { ClinicLogo } from '#domain/clinic/logo.ts'
import { type ClinicSettingName, settingsOf } from '#domain/clinic/settings.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'

/** Every setting with a value. */
export type ClinicSettingValues = ReturnType<typeof settingsOf>

/** The settings in force, their defaults, and which ones are set. */
export type ReadClinicSettings = {
  inForce: ClinicSettingValues
  standard: ClinicSettingValues
  set: ClinicSettingName[]
  logo: ClinicLogo | null
}

/** Returns the settings in force in this process. They contain no personal data. */
export const readClinicSettings = unwrapped(z.strictObject({}), async (ctx): Promise<ReadClinicSettings> => {
  authorize(ctx, 'settings.edit')
  return shownSettings(ctx)
})

export function shownSettings({ settings }: RequestContext): ReadClinicSettings {
  const rules = settings.current()
  const inForce = settingsOf(rules)
  const set = settings.set()
  return {
    inForce,
    logo: rules.logo,
    standard: settingsOf(settings.standard),
    set: (Object.keys(inForce) as ClinicSettingName[]).filter((name) => (set?.[name] ?? null) !== null),
  }
}
