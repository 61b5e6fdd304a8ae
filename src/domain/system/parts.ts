/** The dependencies that an administrator can test. */
export const systemParts = ['database', 'docusign', 'email', 'text_messages', 'scanner'] as const
export type SystemPartName = (typeof systemParts)[number]

/** `working` is in use, `configured` is ready, `not_configured` is off. */
export const systemPartStates = ['working', 'configured', 'not_configured'] as const
export type SystemPartState = (typeof systemPartStates)[number]
