import { createContext, use } from 'react'
import { initials } from '#ui/initials.ts'
import type { Tone } from '#ui/theme.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import * as styles from './Calendar.css.ts'
import type { Provider } from './providerLook.ts'

/** The color of each provider in the calendar. */
export const ProviderTones = createContext<(providerId: string) => Tone>(() => 'neutral')

type Props = {
  provider: Provider
  /** Whether the name stands next to the initials. Otherwise the place around it must name the provider. */
  isNamed?: boolean
}

/** A provider's initials in the provider's color, hidden from screen readers beside the name. */
export function ProviderTag({ provider, isNamed }: Props) {
  const tone = use(ProviderTones)(provider.id)
  return (
    <>
      <span className={styles.tag[tone]} aria-hidden="true">
        {initials(provider.firstName, provider.lastName)}
      </span>
      {isNamed && fullName(provider)}
    </>
  )
}
