import * as z from 'zod/mini'
import { type ClinicSettingName, settingsOf } from '#domain/clinic/settings.ts'
import { authorize } from '../authorize.ts'
import type { Visit } from '../context.ts'
import { unwrapped } from '../operation.ts'

/** Every setting with a value. */
export type ClinicSettingValues = ReturnType<typeof settingsOf>

/** How the clinic is run, what it would be without anything set, and what is. */
export type ReadClinicSettings = {
  inForce: ClinicSettingValues
  standard: ClinicSettingValues
  set: ClinicSettingName[]
}

/** The settings as they hold in this process; there is nothing about a person in them. */
export const readClinicSettings = unwrapped(z.strictObject({}), async (ctx): Promise<ReadClinicSettings> => {
  authorize(ctx, 'settings.edit')
  return shownSettings(ctx)
})

export function shownSettings({ settings }: Visit): ReadClinicSettings {
  const inForce = settingsOf(settings.current())
  const set = settings.set()
  return {
    inForce,
    standard: settingsOf(settings.standard),
    set: (Object.keys(inForce) as ClinicSettingName[]).filter((name) => (set?.[name] ?? null) !== null),
  }
}
