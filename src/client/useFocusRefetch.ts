/** Every query that is shown is read again on return, in one place (`live/live.ts`); a screen has nothing to do for it. */
export function useFocusRefetch(_refetch: () => void): void {}
