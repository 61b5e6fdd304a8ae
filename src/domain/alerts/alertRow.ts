/** Who gets an alert. `named` are the users that the operation names, such as the provider of an appointment. */
type Recipient = 'creator' | 'assignee' | 'administrators' | 'named'

/** The rules of one alert type. */
export type Row = {
  to: readonly Recipient[]
  /** Recipients who caused the event themselves are alerted too. Set for security events. */
  includesActor?: true
  /** The sentence in the app. */
  sentence: (facts: never) => string
  /** The page to which the alert links; `null` if there is nothing more to see. */
  path: (patientId: string | null) => string | null
  /** The sentence of the e-mail copy, which gives the event but no names; `null` if no copy is sent. */
  mail: string | null
  /** The same of several alerts. Alerts of the type that follow one another within minutes then share an e-mail. */
  mailOfSeveral?: string
  /** Also e-mailed to users who turned copies off, and not obsolete once it is read. Set for events of their account. */
  isAlwaysMailed?: true
}

/** A user's name, which is read by ID. */
export type Name = string | null
/** The alert names no patient. */
export type Unnamed = { patient?: undefined }
/** Why something was done, in the words of its actor. */
export type Reason = { reason?: string | undefined }

/** The reason after the sentence, if there is one. */
export const because = ({ reason }: Reason) => (reason ? `: ${reason}` : '')

/** The path of a page that is the same for every alert of a type. */
export const page = (path: string) => () => path
