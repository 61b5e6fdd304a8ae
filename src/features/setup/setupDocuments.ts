import { graphql } from '#generated/gql.ts'
import type { ClinicSetupQuery } from '#generated/graphql.ts'

export const clinicSetupQuery = graphql(`
  query ClinicSetup { clinicSetup { ...ClinicSetupFacts } }
  fragment ClinicSetupFacts on ClinicSetup {
    isShown isDismissed isOpenByUpgrade isSample
    steps { name isDone missing }
  }
`)

export const EditClinicSetup = graphql(`
  mutation ClinicSetup_Edit($input: EditClinicSetupInput!) {
    editClinicSetup(input: $input) { ...ClinicSetupFacts }
  }
`)

export type Setup = ClinicSetupQuery['clinicSetup']
