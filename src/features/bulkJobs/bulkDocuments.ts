import { graphql } from '#generated/gql.ts'
import type { BulkJobFactsFragment, PatientSelectionInput } from '#generated/graphql.ts'

export type BulkSelection = PatientSelectionInput

export const bulkJobFacts = graphql(`
  fragment BulkJobFacts on BulkJob { id kind state rowsTotal done skipped error isUndo canUndo }
`)
export type BulkJobFacts = BulkJobFactsFragment

export const bulkJobQuery = graphql(`query BulkJobStatus($id: ID!) { bulkJob(id: $id) { ...BulkJobFacts } }`)

export const skippedQuery = graphql(`
  query BulkJobStatus_Skipped($id: ID!, $first: Int, $after: String) {
    bulkJobRows(id: $id, outcome: skipped, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { position reason patient { id firstName lastName } } }
    }
  }
`)

export const assignmentPreview = graphql(`
  query BulkBar_AssignmentPreview($input: AssignPatientsInput!) {
    assignmentPreview(input: $input) {
      unnamedCount unnamedPatients { id firstName lastName }
      openCount openPatients { id firstName lastName }
      openTaskCount appointmentCount formerAssignees { id firstName lastName role }
    }
  }
`)
export const consentLanguagePreview = graphql(`
  query SendConsentToPatients($input: SendConsentToPatientsInput!) {
    consentLanguagePreview(input: $input) { englishCount englishPatients { id firstName lastName } }
  }
`)
export const assignMutation = graphql(`
  mutation BulkBar_Assign($input: AssignPatientsInput!) { assignPatients(input: $input) { ...BulkJobFacts } }
`)
export const sendMutation = graphql(`
  mutation BulkBar_Send($input: SendConsentToPatientsInput!) { sendConsentToPatients(input: $input) { ...BulkJobFacts } }
`)
export const addTaskMutation = graphql(`
  mutation BulkBar_AddTask($input: AddTaskToPatientsInput!) { addTaskToPatients(input: $input) { ...BulkJobFacts } }
`)
export const exportMutation = graphql(`
  mutation BulkBar_Export($input: ExportSelectedPatientsInput!) { exportSelectedPatients(input: $input) { ...BulkJobFacts } }
`)
export const undoMutation = graphql(`
  mutation BulkJobStatus_Undo($input: BulkJobInput!) { undoBulkJob(input: $input) { ...BulkJobFacts } }
`)
export const cancelMutation = graphql(`
  mutation BulkJobStatus_Cancel($input: BulkJobInput!) { cancelBulkJob(input: $input) { ...BulkJobFacts } }
`)
