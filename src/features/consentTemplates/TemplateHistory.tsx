import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { amountOf } from '#domain/amount.ts'
import { elementsInWords } from '#domain/consent/elements.ts'
import { showExactly } from '#domain/dates.ts'
import type { TemplateVersionsQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Dialog, DialogBody } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextChanges } from '#ui/TextChanges.tsx'
import { muted } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { hash, pane } from './TemplateForm.css.ts'
import { type TemplateRow, templateVersionsQuery } from './templateDocuments.ts'

type Version = TemplateVersionsQuery['consentTemplateVersions'][number]

/** The versions of a template and what each one changed. */
export function TemplateHistory({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const { timeZone } = useFrame()
  const [{ data, error }] = useQuery({
    query: templateVersionsQuery,
    variables: { templateId: template.id },
    requestPolicy: 'cache-and-network',
  })
  const [chosen, setChosen] = useState<number | null>(null)
  const versions = data?.consentTemplateVersions ?? []
  const at = Math.max(
    0,
    versions.findIndex(({ number }) => number === chosen),
  )
  const version = versions[at]
  const named = ({ number, createdAt, createdBy }: Version) =>
    `Version ${number}, ${showExactly(createdAt, timeZone)} by ${createdBy ? fullName(createdBy) : 'Caseload'}`
  return (
    <Dialog title={`Versions of ${template.name}`} size="wide" onClose={onClose}>
      <DialogBody>
        {error && !data && (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'The versions could not be loaded').message}
          </Banner>
        )}
        {!version && !error && <Skeleton />}
        {version && (
          <>
            <SelectField
              label="Version"
              value={String(version.number)}
              options={versions.map((one) => ({ id: String(one.number), label: named(one) }))}
              onChange={(number) => setChosen(Number(number))}
            />
            <Changes version={version} before={versions[at + 1]} isSent={template.sent?.id === version.id} />
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

const wholeText = ({ title, body, validDays, asksWitness, asksInterpreter }: Version) =>
  `Title: ${title}\nAuthorization lasts: ${validDays === null ? 'until the end stated in the text' : amountOf(validDays, 'day')}\nWitness line: ${asksWitness ? 'yes' : 'no'}\nInterpreter line: ${asksInterpreter ? 'yes' : 'no'}\n\n${body}`

type ChangesProps = { version: Version; before: Version | undefined; isSent: boolean }

function Changes({ version, before, isSent }: ChangesProps) {
  const now = wholeText(version)
  const { lacks } = version
  return (
    <div className={pane}>
      <p className={muted}>
        {before
          ? `Changes since version ${before.number}: deleted text is struck through and added text is underlined.`
          : 'The oldest version.'}
        {isSent && ' Patients receive this version.'}
        {lacks.length > 0 && ` Draft. Missing: ${elementsInWords(lacks)}.`}
      </p>
      <TextChanges before={before ? wholeText(before) : now} now={now} />
      <p className={hash}>
        SHA-256 of {version.hashScheme === 1 ? 'the English text' : 'this version'}: {version.sha256}
      </p>
    </div>
  )
}
