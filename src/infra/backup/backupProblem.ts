/** A backup cannot be made or put back; the message is a sentence for whoever asked for it. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
