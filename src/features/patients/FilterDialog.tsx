import { useState } from 'react'
import { useQuery } from 'urql'
import * as z from 'zod/mini'
import { changeAddress } from '#client/address.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { fieldMessages } from '#domain/fieldMessages.ts'
import { DAYS_IN_STATUS_MAX, dateFilters, MINE, type NarrowingFilters } from '#domain/patients/filters.ts'
import { patientFilterInput } from '#domain/patients/inputs.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { assigneeOptions, patientAssignees } from './assignees.ts'
import { firstPage, noNarrowing } from './listAddress.ts'

const ANYONE = ''

/** Chooses the filters of the patient list besides status and search. They become part of the URL. */
export function FilterDialog({ filters, onClose }: { filters: NarrowingFilters; onClose: () => void }) {
  const { viewer } = useFrame()
  const [errors, setErrors] = useState<FieldMessages>({})
  const [assignee, setAssignee] = useState(filters.assignedAttorney ?? ANYONE)

  function apply(form: HTMLFormElement): void {
    const given = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]),
    )
    const { minDaysInStatus: days, needsReview } = given
    const parsed = z.safeParse(patientFilterInput, {
      ...given,
      minDaysInStatus: days ? Number(days) : null,
      needsReview: needsReview === 'true',
    })
    if (parsed.success) {
      changeAddress({ ...firstPage, ...noNarrowing, ...given })
      onClose()
    } else setErrors(fieldMessages(parsed.error))
  }

  return (
    <Dialog title="Filter Patients" isGrowing onClose={onClose}>
      <Form validationErrors={errors} onSubmit={(event) => apply(event.currentTarget)}>
        <DialogBody>
          {/* An attorney's list has only patients assigned to that attorney. */}
          {viewer.role !== 'attorney' && <AssigneeField value={assignee} onChange={setAssignee} />}
          {dateFilters.map(({ label, from, to }) => (
            <FieldPair key={from}>
              <DateField name={from} label={`${label} From`} defaultValue={filters[from] ?? ''} />
              <DateField name={to} label={`${label} To`} defaultValue={filters[to] ?? ''} />
            </FieldPair>
          ))}
          <TextField
            name="minDaysInStatus"
            label="Days in Status, at Least"
            inputMode="numeric"
            autoComplete="off"
            maxLength={String(DAYS_IN_STATUS_MAX).length}
            defaultValue={filters.minDaysInStatus ? String(filters.minDaysInStatus) : ''}
          />
          {can(viewer, 'consent.review') && (
            <Checkbox name="needsReview" value="true" defaultSelected={filters.needsReview ?? false}>
              Signed form needs review
            </Checkbox>
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Apply Filters
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function AssigneeField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [{ data }] = useQuery({ query: patientAssignees })
  const options = [{ id: ANYONE, label: 'Anyone' }, { id: MINE, label: 'Me' }, ...assigneeOptions(data)]
  const isKnown = options.some(({ id }) => id === value)
  return (
    <SelectField
      name="assignedAttorney"
      label="Assigned To"
      options={isKnown ? options : [...options, { id: value, label: data ? 'Former user' : '…' }]}
      value={value}
      onChange={onChange}
    />
  )
}
