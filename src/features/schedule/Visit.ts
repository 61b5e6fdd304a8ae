import { graphql } from '#generated/gql.ts'
import type { CalendarBlockFragment } from '#generated/graphql.ts'

/** The content of a block. Details load when it is opened. */
export const calendarBlock = graphql(`
  fragment CalendarBlock on Appointment {
    id version scheduledAt duration status patientAnswer
    patient { id firstName lastName }
    provider { id firstName lastName }
  }
`)

/** An appointment in the calendar. */
export type Visit = CalendarBlockFragment
