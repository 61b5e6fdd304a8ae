import type { Statement, Statements } from './statement.ts'
import { accountingMutations, accountingQueries } from './statements/accounting.ts'
import { accountMutations } from './statements/accounts.ts'
import { bulkJobMutations, bulkJobQueries } from './statements/bulkJobs.ts'
import { forwardingMutations, forwardingQueries } from './statements/forwardings.ts'
import { importMutations, importQueries } from './statements/imports.ts'
import { keepingMutations, keepingQueries } from './statements/keeping.ts'
import { nodeQueries } from './statements/nodes.ts'
import { chartMutations, chartQueries, patientMutations, patientQueries } from './statements/patients.ts'
import { peopleMutations, peopleQueries } from './statements/people.ts'
import { restrictionMutations, restrictionQueries } from './statements/restrictions.ts'
import { signingMutations, signingQueries } from './statements/signing.ts'
import { templateMutations, templateQueries } from './statements/templates.ts'
import { webhookMutations, webhookQueries } from './statements/webhooks.ts'
import { liveSubscriptions, workMutations, workQueries } from './statements/work.ts'

/** The authorization table: the statements of every root field, by operation type. */
export const table: Record<'Query' | 'Mutation' | 'Subscription', Statements> = {
  Query: {
    ...patientQueries,
    ...accountingQueries,
    ...forwardingQueries,
    ...keepingQueries,
    ...restrictionQueries,
    ...signingQueries,
    ...chartQueries,
    ...workQueries,
    ...peopleQueries,
    ...templateQueries,
    ...importQueries,
    ...bulkJobQueries,
    ...webhookQueries,
    ...nodeQueries,
  },
  Mutation: {
    ...patientMutations,
    ...accountingMutations,
    ...forwardingMutations,
    ...keepingMutations,
    ...restrictionMutations,
    ...signingMutations,
    ...chartMutations,
    ...workMutations,
    ...peopleMutations,
    ...accountMutations,
    ...templateMutations,
    ...importMutations,
    ...bulkJobMutations,
    ...webhookMutations,
  },
  Subscription: liveSubscriptions,
}

export const statementsOf = (stated: Statement | readonly Statement[] | undefined): readonly Statement[] =>
  stated === undefined ? [] : Array.isArray(stated) ? stated : [stated as Statement]
