import { useQuery } from 'urql'
import { useAddressQuery } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { paths } from '#domain/access/screens.ts'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { link } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'
import { cards } from './Imports.css.ts'
import { type ImportFacts, patientImportsQuery } from './importDocuments.ts'
import { importLook, outcomeOf } from './importLook.ts'
import { NewImport } from './NewImport.tsx'
import { OneImport } from './OneImport.tsx'

/** The patient import for administrators: a new one, or the one in the URL. */
export function ImportPatients({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <Screen initialQuery={initialQuery} />
    </Island>
  )
}

function Screen({ initialQuery }: { initialQuery: string }) {
  const id = useAddressQuery(initialQuery).get('import')
  return <div className={cards}>{id ? <OneImport key={id} id={id} /> : <Beginning />}</div>
}

function Beginning() {
  const [{ data, error }] = useQuery({ query: patientImportsQuery })
  return (
    <>
      <Card>
        <CardHead title="Choose a File">
          <ButtonLink href={paths.patients} icon="chevronLeft">
            Patients
          </ButtonLink>
        </CardHead>
        <CardBody>
          <NewImport />
        </CardBody>
      </Card>
      <Card>
        <CardHead title="Earlier Imports" />
        {data ? (
          <Earlier imports={data.patientImports} />
        ) : error ? (
          <EmptyState text={errorMessage(error, 'The imports could not be loaded. Try again.').message} />
        ) : (
          <Skeleton />
        )}
      </Card>
    </>
  )
}

function Earlier({ imports }: { imports: readonly ImportFacts[] }) {
  if (imports.length === 0) return <EmptyState text="No file has been imported yet" />
  return (
    <List label="Earlier Imports">
      {imports.map((one) => {
        const { tone, icon, label } = importLook[one.state]
        return (
          <ListItem
            key={one.id}
            detail={
              <>
                {outcomeOf(one)} · <Moment at={one.createdAt} /> by {one.requestedBy.firstName}{' '}
                {one.requestedBy.lastName}
              </>
            }
            action={
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
            }
          >
            <a className={link} href={`${paths.importPatients}?import=${one.id}`}>
              {one.fileName}
            </a>
          </ListItem>
        )
      })}
    </List>
  )
}
