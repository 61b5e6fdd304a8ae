// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { ExportReportsDialog } from './ExportReportsDialog.tsx'

test('only attorneys are offered their own work product', ({ show }) => {
  const offered = (role: 'attorney' | 'staff') => {
    const { unmount } = show(<ExportReportsDialog onClose={() => undefined} />, { role })
    const options = within(screen.getByRole('combobox', { name: 'Report' })).getAllByRole('option')
    const labels = options.map(({ textContent }) => textContent)
    unmount()
    return labels
  }
  const all = ['Patients', 'Consent funnel', 'Tasks', 'Appointments']
  expect(offered('staff')).toEqual(all)
  expect(offered('attorney')).toEqual([...all, 'My work product'])
})
