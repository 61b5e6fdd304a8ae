import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { paths } from '#domain/access/screens.ts'
import { isOpen, isWorkedOn } from '#domain/imports/patientImport.ts'
import { showFileSize } from '#domain/records/fileSize.ts'
import { Badge } from '#ui/Badge.tsx'
import { Progress } from '#ui/Bar.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Moment } from '../time/Moment.tsx'
import { ImportSteps } from './ImportSteps.tsx'
import { facts, part } from './Imports.css.ts'
import { type ImportFacts, patientImportQuery } from './importDocuments.ts'
import { countRows, formatOf, importLook, outcomeOf } from './importLook.ts'

const Columns = lazy(() => import('./ImportColumns.tsx').then((one) => one.ImportColumns))
const Result = lazy(() => import('./ImportResult.tsx').then((one) => one.ImportResult))
const Cancel = lazy(() => import('./CancelImport.tsx').then((one) => one.CancelImport))

/** One patient import, from the column mapping to its result. */
export function OneImport({ id }: { id: string }) {
  const [{ data, error }] = useQuery({ query: patientImportQuery, variables: { id } })
  const [isChanging, setChanging] = useState(false)
  const one = data?.patientImport
  if (!one) {
    if (!error) return <Skeleton />
    return <EmptyState text={errorMessage(error, 'The import could not be loaded. Try again.').message} />
  }
  const isMatched = one.state !== 'uploaded' && !(one.state === 'checked' && isChanging)
  return (
    <>
      <Card>
        <CardHead title={one.fileName}>
          <ButtonLink href={paths.importPatients} icon="chevronLeft">
            All Imports
          </ButtonLink>
          {isOpen(one.state) && (
            <Later>
              <Cancel one={one} />
            </Later>
          )}
        </CardHead>
        <CardBody>
          <div className={part}>
            <ImportSteps state={isMatched ? one.state : 'uploaded'} />
            <Facts one={one} />
            {isWorkedOn(one.state) && <HowFar one={one} />}
          </div>
        </CardBody>
      </Card>
      <Later>
        {isMatched ? (
          !isWorkedOn(one.state) && <Result one={one} onChange={() => setChanging(true)} />
        ) : (
          <Columns one={one} onChecked={() => setChanging(false)} />
        )}
      </Later>
    </>
  )
}

const stayTheSame = () => () => {}

/** Renders its children only in the browser, because they load data on demand. */
function Later({ children }: { children: ReactNode }) {
  const isAlive = useSyncExternalStore(
    stayTheSame,
    () => true,
    () => false,
  )
  return isAlive && <OnDemand>{children}</OnDemand>
}

function Facts({ one }: { one: ImportFacts }) {
  const { tone, icon, label } = importLook[one.state]
  return (
    <p className={facts}>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>{' '}
      {countRows(one.rowsTotal)}, {showFileSize(one.fileSize)}, {formatOf(one)} · uploaded{' '}
      <Moment at={one.createdAt} /> by {one.requestedBy.firstName} {one.requestedBy.lastName}
    </p>
  )
}

/** The progress, which continues in the background. */
function HowFar({ one }: { one: ImportFacts }) {
  const { rowsDone, rowsTotal, state } = one
  return (
    <div className={part} role="status" aria-live="polite">
      <Progress
        share={rowsDone / Math.max(1, rowsTotal)}
        label={state === 'checking' ? 'Rows checked' : 'Rows imported'}
      />
      <p className={facts}>
        {outcomeOf(one)}. {state === 'importing' && 'You can leave this page. The import will continue.'}
      </p>
    </div>
  )
}
