/** Minutes before the idle sign-out at which somebody may wish to be warned. */
export const NOTICE_MINUTES = { choices: [2, 5, 10], standard: 2 } as const
