/** What the product leans on and an administrator may want to try. */
export const systemParts = ['database', 'docusign', 'email', 'scanner'] as const
export type SystemPartName = (typeof systemParts)[number]

/** `working` is in use, `configured` is there to be used, `not_configured` is switched off. */
export const systemPartStates = ['working', 'configured', 'not_configured'] as const
export type SystemPartState = (typeof systemPartStates)[number]
