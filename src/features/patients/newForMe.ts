import { amountOf } from '#domain/amount.ts'
import { graphql } from '#generated/gql.ts'
import type { NewForMeQuery } from '#generated/graphql.ts'

/** The patients with something new since the user's last visit. */
export const newForMeQuery = graphql(`
  query NewForMe {
    newForMe { id firstName lastName isAdded isSigned isDeclined recordsAdded }
  }
`)

/** What is new about a patient, in one line. */
export function newsLine({
  isAdded,
  isSigned,
  isDeclined,
  recordsAdded,
}: NewForMeQuery['newForMe'][number]): string {
  const parts = [
    isAdded && 'Added',
    isSigned && 'Consent signed',
    isDeclined && 'Consent declined',
    recordsAdded > 0 && `${amountOf(recordsAdded, 'record')} uploaded`,
  ]
  return parts.filter(Boolean).join(' · ')
}
