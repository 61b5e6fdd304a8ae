/** The choices for how many minutes before the idle sign-out a user is warned. */
export const NOTICE_MINUTES = { choices: [2, 5, 10], standard: 2 } as const
