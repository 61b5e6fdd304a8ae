import { admin, inMenu, press, type View } from './opening.ts'

const staff = ['staff'] as const

/** The dialogs for restricting a chart, and what other staff see of it. */
export const restrictionViews: readonly View[] = [
  {
    name: 'restrict chart',
    path: '/patients',
    roles: admin,
    open: inMenu('Restrict Chart'),
    submit: 'Restrict Chart',
  },
  {
    name: 'lift restriction',
    // The oldest patient, see `everyStatus.ts`.
    path: '/patients?sort=created&direction=asc',
    roles: admin,
    open: inMenu('Lift Restriction'),
    submit: 'Lift Restriction',
  },
  {
    name: 'break glass',
    path: '/patients',
    roles: staff,
    open: press(/^Break the Glass/),
    submit: 'Break the Glass',
  },
  {
    name: 'locked chart',
    path: '/patients',
    roles: staff,
    open: async (page) => {
      const answer = await page.request.get('/api/locked-charts')
      const [first] = (await answer.json()) as { id: string }[]
      await page.goto(`/patients?patient=${first?.id}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Break the Glass' }).waitFor()
    },
  },
  {
    name: 'review break glass',
    path: '/audit-logs',
    roles: admin,
    open: async (page) => {
      await press('Break-Glass Access')(page)
      await press(/^Review: /)(page)
    },
    submit: 'Save Review',
  },
]
