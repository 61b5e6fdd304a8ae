import { useState } from 'react'
import { useClient } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { graphql } from '#generated/gql.ts'
import type { Printed } from './ReportPaper.tsx'
import { type Days, type ReportName, reportFilters, reports } from './reportAddress.ts'

const documents = {
  patients: graphql(`
    query PrintPatients($status: PatientStatus, $search: String, $fromDay: Date, $toDay: Date) {
      report: patientReport(status: $status, search: $search, fromDay: $fromDay, toDay: $toDay) {
        columns rows hasNextPage
      }
    }
  `),
  consents: graphql(`
    query PrintConsents($fromDay: Date, $toDay: Date) {
      report: consentReport(fromDay: $fromDay, toDay: $toDay) { columns rows hasNextPage }
    }
  `),
  tasks: graphql(`
    query PrintTasks($fromDay: Date, $toDay: Date) {
      report: taskReport(fromDay: $fromDay, toDay: $toDay) { columns rows hasNextPage }
    }
  `),
  appointments: graphql(`
    query PrintAppointments($fromDay: Date, $toDay: Date) {
      report: appointmentReport(fromDay: $fromDay, toDay: $toDay) { columns rows hasNextPage }
    }
  `),
  'work-product': graphql(`
    query PrintWorkProduct($fromDay: Date, $toDay: Date) {
      report: workProductReport(fromDay: $fromDay, toDay: $toDay) { columns rows hasNextPage }
    }
  `),
}

/** Loads the first rows of a report for printing. Longer reports need a file. */
export function usePrintReport() {
  const client = useClient()
  const [printed, setPrinted] = useState<Printed>()
  const [isPending, setPending] = useState(false)

  async function print(name: ReportName, days: Days): Promise<void> {
    setPending(true)
    const { data, error } = await client
      .query(documents[name], reportFilters(name, days), { requestPolicy: 'network-only' })
      .toPromise()
    setPending(false)
    if (error || !data) {
      const message = 'The report could not be read. Try again.'
      toast.failure('Error', error ? errorMessage(error, message).message : message)
      return
    }
    const { columns, rows, hasNextPage } = data.report
    const title = reports.find(({ id }) => id === name)?.label ?? name
    setPrinted({ title, columns, rows: rows as unknown[][], isCut: hasNextPage })
  }

  return { print, printed, isPending, forget: () => setPrinted(undefined) }
}
