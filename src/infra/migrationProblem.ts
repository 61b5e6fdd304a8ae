/** The database and prisma/migrations do not match. The message is for the operator who starts Caseload. */
export class MigrationProblem extends Error {
  override name = 'MigrationProblem'
}
