import { useSyncExternalStore } from 'react'

const stayTheSame = () => () => {}

/** Whether the browser has taken over; false on the server and for the first render in the browser. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    stayTheSame,
    () => true,
    () => false,
  )
