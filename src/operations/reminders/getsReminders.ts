/** The condition for patients who get reminders: they have not stopped them, and have not died. */
export const getsReminders = { remindersStoppedAt: null, dateOfDeath: null } as const
