import { graphql } from '#generated/gql.ts'
import type { AppointmentRowFragment } from '#generated/graphql.ts'

/** The data of an appointment and its actions. */
export const appointmentRow = graphql(`
  fragment AppointmentRow on Appointment {
    id version scheduledAt duration status location notes isConsultation isDoubleBooked patientAnswer
    patient { id firstName lastName status assignedAttorney { id } }
    provider { id firstName lastName }
    unattended
  }
`)

export type AppointmentRow = AppointmentRowFragment
