/** Thrown when a backup cannot be made or restored. The message is a sentence for the operator. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
