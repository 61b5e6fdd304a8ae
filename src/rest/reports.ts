import { Readable } from 'node:stream'
import { clinicDay } from '#domain/dates.ts'
import type { DataExportKind } from '#domain/exports/dataExport.ts'
import { reportTables } from '#domain/reports/clinicReport.ts'
import { graphql } from '#generated/gql.ts'
import { archive, type FileContent, route, table } from './route.ts'

const days = ['fromDay', 'toDay']

export const reportRoutes = [
  route('GET /api/reports/consent-funnel', {
    document: graphql(`
      query RestConsentFunnel($fromDay: Date, $toDay: Date) {
        consentFunnel(fromDay: $fromDay, toDay: $toDay) {
          added sent signed ready medianDaysToSend medianDaysToSign
        }
      }
    `),
    filters: ['fromDay', 'toDay'],
    reply: ({ consentFunnel }) => consentFunnel,
  }),
  route('GET /api/reports/clinic', {
    document: graphql(`
      query RestClinicReport($fromDay: Date, $toDay: Date, $attorneyId: ID, $templateId: ID) {
        clinicReport(fromDay: $fromDay, toDay: $toDay, attorneyId: $attorneyId, templateId: $templateId) {
          fromDay toDay
          funnel { status reached here dropped }
          signedByWeek { week signed } signedByAttorney { id name signed medianDays }
          signedByTemplate { id name signed medianDays }
          visitsByWeek { week visits cancelled noShows } forwardedByWeek { week forwardings records }
          oldestWaiting { id firstName lastName status since attorney }
        }
      }
    `),
    filters: ['fromDay', 'toDay', 'attorneyId', 'templateId'],
    reply: ({ clinicReport }) => clinicReport,
  }),
  table('GET /api/reports/patients.csv', {
    document: graphql(`
      query RestPatientReport(
        $after: String, $status: PatientStatus, $search: String, $fromDay: Date, $toDay: Date
      ) {
        patientReport(first: 1000, after: $after, status: $status, search: $search, fromDay: $fromDay, toDay: $toDay) {
          columns rows endCursor hasNextPage
        }
      }
    `),
    filters: ['status', 'search', ...days],
    format: 'csv',
    name: 'patients',
    part: ({ patientReport }) => patientReport,
  }),
  table('GET /api/reports/consents.csv', {
    document: graphql(`
      query RestConsentReport($after: String, $fromDay: Date, $toDay: Date) {
        consentReport(first: 1000, after: $after, fromDay: $fromDay, toDay: $toDay) { columns rows endCursor hasNextPage }
      }
    `),
    filters: days,
    format: 'csv',
    name: 'consents',
    part: ({ consentReport }) => consentReport,
  }),
  table('GET /api/reports/tasks.csv', {
    document: graphql(`
      query RestTaskReport($after: String, $fromDay: Date, $toDay: Date) {
        taskReport(first: 1000, after: $after, fromDay: $fromDay, toDay: $toDay) { columns rows endCursor hasNextPage }
      }
    `),
    filters: days,
    format: 'csv',
    name: 'tasks',
    part: ({ taskReport }) => taskReport,
  }),
  table('GET /api/reports/appointments.csv', {
    document: graphql(`
      query RestAppointmentReport($after: String, $fromDay: Date, $toDay: Date) {
        appointmentReport(first: 1000, after: $after, fromDay: $fromDay, toDay: $toDay) {
          columns rows endCursor hasNextPage
        }
      }
    `),
    filters: days,
    format: 'csv',
    name: 'appointments',
    part: ({ appointmentReport }) => appointmentReport,
  }),
  table('GET /api/reports/work-product.csv', {
    document: graphql(`
      query RestWorkProductReport($after: String, $fromDay: Date, $toDay: Date, $patientId: ID) {
        workProductReport(first: 1000, after: $after, fromDay: $fromDay, toDay: $toDay, patientId: $patientId) {
          columns rows endCursor hasNextPage
        }
      }
    `),
    filters: [...days, 'patientId'],
    format: 'csv',
    name: 'work-product',
    part: ({ workProductReport }) => workProductReport,
  }),
  // The tables of the Reports screen, for people: their headings and times are those of the screen.
  table('GET /api/reports/table.csv', {
    document: graphql(`
      query RestReportTable($table: ReportTable!, $fromDay: Date, $toDay: Date, $attorneyId: ID, $templateId: ID) {
        reportTable(
          table: $table, fromDay: $fromDay, toDay: $toDay, attorneyId: $attorneyId, templateId: $templateId
        ) { columns rows endCursor hasNextPage }
      }
    `),
    filters: ['table', ...days, 'attorneyId', 'templateId'],
    format: 'csv',
    name: ({ query }) =>
      reportTables.find((name) => name === query.get('table'))?.replaceAll('_', '-') ?? 'report',
    part: ({ reportTable }) => reportTable,
  }),
]

const fileNames: Record<DataExportKind, string> = {
  all_data: 'caseload',
  documents: 'caseload-documents',
  evidence: 'caseload-evidence',
}

export const dataExportRoutes = [
  archive('GET /api/data-exports/:id/file', {
    document: graphql(`
      query RestDataExportFile($dataExportId: ID!) { dataExportFile(dataExportId: $dataExportId) { kind content } }
    `),
    variables: ({ params }) => ({ dataExportId: params.id }),
    open: ({ dataExportFile: { kind, content } }, { now, timeZone }) => {
      const { fileSize, read } = content as FileContent
      const fileName = `${fileNames[kind]}-${clinicDay(now(), timeZone)}.zip`
      return { bytes: fileSize, content: Readable.from(read(), { objectMode: false }), fileName }
    },
  }),
]
