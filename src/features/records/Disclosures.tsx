import { accountingPath } from '#domain/access/screens.ts'
import { disclosureBasisLabels, disclosureKindLabels } from '#domain/records/forwarding.ts'
import type { DisclosuresQuery } from '#generated/graphql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { section } from '#ui/type.css.ts'
import { ExportEvidenceButton } from '../accounting/ExportEvidenceButton.tsx'
import { Pages } from '../paging/Pages.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { Moment, MomentDay } from '../time/Moment.tsx'
import { disclosuresQuery } from './forwardingDocuments.ts'
import { about, fileName, list, record, titleButtons, titled } from './Records.css.ts'

type Line = DisclosuresQuery['patientDisclosures']['edges'][number]['node']

/** The disclosures of records: each one, its recipient, the date, the reason and the consent. The full accounting has the rest. */
export function Disclosures({ patient }: { patient: { id: string } }) {
  return (
    <>
      <div className={titled}>
        <h3 className={section}>Accounting of Disclosures</h3>
        <div className={titleButtons}>
          <ButtonLink size="small" href={accountingPath(patient.id)}>
            Full Accounting and Requests
          </ButtonLink>
          <ExportEvidenceButton patientId={patient.id} />
          <ButtonLink
            icon="download"
            size="small"
            href={`/api/patients/${patient.id}/disclosures.csv`}
            download
          >
            Export CSV
          </ButtonLink>
        </div>
      </div>
      <Pages
        document={disclosuresQuery}
        variables={{ patientId: patient.id }}
        connectionOf={(data) => data.patientDisclosures}
        empty={<EmptyState text="No disclosures yet" />}
        fallback="The accounting could not be loaded"
      >
        {(lines) => (
          <ul role="list" aria-label="Accounting of Disclosures" className={list}>
            {lines.map((line) => (
              <DisclosureLine key={line.id} line={line} />
            ))}
          </ul>
        )}
      </Pages>
    </>
  )
}

function DisclosureLine({ line }: { line: Line }) {
  const { kind, createdAt, fileName: name, purpose, basis, basisReference } = line
  const { consentSignedAt, recipient, disclosedBy } = line
  return (
    <li className={record}>
      <span className={fileName}>
        {disclosureKindLabels[kind]}
        {name && `: ${name}`}
      </span>
      <div className={about}>
        <Moment at={createdAt} />
        <span>
          {kind === 'forwarded' ? 'To' : 'By'} {fullName(recipient)}
        </span>
        {disclosedBy && <span>From {fullName(disclosedBy)}</span>}
        {purpose && <span>{purpose}</span>}
        <span>
          {consentSignedAt ? (
            <>
              Under the consent signed <MomentDay at={consentSignedAt} />
            </>
          ) : basis && basis !== 'authorization' ? (
            [disclosureBasisLabels[basis], basisReference].filter(Boolean).join(': ')
          ) : (
            'No signed form on file'
          )}
        </span>
      </div>
    </li>
  )
}
