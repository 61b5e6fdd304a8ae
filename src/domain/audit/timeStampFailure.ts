/** Why a service gave no valid time stamp, as a clause without the name of the service. */
export class TimeStampFailure extends Error {
  override name = 'TimeStampFailure'
}
