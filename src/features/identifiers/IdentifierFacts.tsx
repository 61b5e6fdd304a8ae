import type { Identifier } from '#domain/identifiers.ts'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'

type Props = { identifiers: readonly Identifier[] }

/** What other systems call an object, for its list of facts. */
export const IdentifierFacts = ({ identifiers }: Props) =>
  identifiers.map(({ system, value }) => (
    <Description key={`${system} ${value}`} label={`ID in ${nameOfSystem(system)}`}>
      {value}
    </Description>
  ))

/** The identifiers of an object as a list of facts, or nothing if it has none. */
export const IdentifierList = ({ identifiers }: Props) =>
  identifiers.length > 0 && (
    <DescriptionList>
      <IdentifierFacts identifiers={identifiers} />
    </DescriptionList>
  )

/** The host of a system that is named by its web address. */
const nameOfSystem = (system: string): string => (URL.canParse(system) && new URL(system).host) || system
