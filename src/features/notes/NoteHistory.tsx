import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { noteTypeLabel, noteVisibilityBadges } from '#domain/notes/note.ts'
import { graphql } from '#generated/gql.ts'
import type { NoteRowFragment, NoteVersionFragment } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Dialog, DialogBody } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextChanges } from '#ui/TextChanges.tsx'
import { muted } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { history } from './Notes.css.ts'

export const noteVersion = graphql(`
  fragment NoteVersion on PatientNoteVersion { id content noteType visibility createdAt }
`)

const Versions = graphql(`
  query NoteVersions($patientId: ID!, $noteId: ID!, $first: Int) {
    patientNoteVersions(patientId: $patientId, noteId: $noteId, first: $first) {
      pageInfo { hasNextPage }
      edges { node { ...NoteVersion } }
    }
  }
`)

/** The number of earlier versions that the dialog shows. */
const SHOWN = 100

type Props = { patientId: string; note: NoteRowFragment; onClose: () => void }

/** The versions of a note, newest first, each with what changed since the one before. */
export function NoteHistory({ patientId, note, onClose }: Props) {
  const [{ data, error }] = useQuery({
    query: Versions,
    variables: { patientId, noteId: note.id, first: SHOWN },
    requestPolicy: 'cache-and-network',
  })
  const found = data?.patientNoteVersions
  return (
    <Dialog
      title="Versions of the Note"
      description={`By ${fullName(note.createdBy)}`}
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        {error && !found && (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'The versions could not be loaded').message}
          </Banner>
        )}
        {!found && !error && <Skeleton />}
        {found && (
          <>
            <p className={muted}>
              Removed text is struck through, and added text is underlined.
              {found.pageInfo.hasNextPage && ` The newest ${SHOWN} earlier versions are shown.`}
            </p>
            <Changes
              versions={[{ ...note, createdAt: note.updatedAt }, ...found.edges.map(({ node }) => node)]}
            />
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

type Version = Pick<NoteVersionFragment, 'id' | 'content' | 'noteType' | 'visibility' | 'createdAt'>

const Changes = ({ versions }: { versions: readonly Version[] }) => (
  <ol role="list" className={history}>
    {versions.map((version, place) => (
      <li key={version.id}>
        <p className={muted}>
          <Moment at={version.createdAt} />
          {`: ${noteTypeLabel(version.noteType)}, ${noteVisibilityBadges[version.visibility]}`}
        </p>
        <TextChanges before={versions[place + 1]?.content ?? version.content} now={version.content} />
      </li>
    ))}
  </ol>
)
