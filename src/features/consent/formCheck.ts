import { graphql } from '#generated/gql.ts'

/** Checks whether a file is a form that was signed here. */
export const signedFormCheck = graphql(`
  query VerifyPage($sha256: String!, $sealedBy: String) {
    signedFormCheck(sha256: $sha256, sealedBy: $sealedBy) { isOurs signedAt isOurSeal }
  }
`)
