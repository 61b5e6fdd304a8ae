import { useQuery } from 'urql'
import { amountOf } from '#domain/amount.ts'
import { graphql } from '#generated/gql.ts'
import type { ConsentFunnelChartQuery } from '#generated/graphql.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { small } from '#ui/type.css.ts'
import type { Days } from './reportAddress.ts'
import { axis, bar, chart, figures, number, track } from './reports.css.ts'

const ConsentFunnel = graphql(`
  query ConsentFunnelChart($fromDay: Date, $toDay: Date) {
    consentFunnel(fromDay: $fromDay, toDay: $toDay) {
      added sent signed ready medianDaysToSend medianDaysToSign
    }
  }
`)

type Funnel = ConsentFunnelChartQuery['consentFunnel']
const steps = [
  ['added', 'Added'],
  ['sent', 'Consent sent'],
  ['signed', 'Consent signed'],
  ['ready', 'Schedulable or further'],
] as const

const share = (count: number, of: number) => (of === 0 ? 0 : Math.round((count / of) * 100))

/**
 * How many patients reached each step towards a signed consent, as a chart and as numbers for screen readers.
 */
export function ConsentFunnelChart({ days }: { days: Days }) {
  const variables = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ''))
  const [{ data }] = useQuery({ query: ConsentFunnel, variables })
  const funnel = data?.consentFunnel
  if (!funnel) return <Skeleton label="Counting..." />
  return (
    <div>
      <Drawing funnel={funnel} />
      <table className={figures}>
        <caption className={small}>Patients by consent step</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" className={number}>
              Patients
            </th>
            <th scope="col" className={number}>
              Share of added
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(([step, label]) => (
            <tr key={step}>
              <th scope="row">{label}</th>
              <td className={number}>{funnel[step].toLocaleString('en-US')}</td>
              <td className={number}>{share(funnel[step], funnel.added)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={small}>
        Median {daysText(funnel.medianDaysToSend)} from added to sent, {daysText(funnel.medianDaysToSign)}{' '}
        from sent to signed.
      </p>
    </div>
  )
}

const daysText = (days: number | null | undefined) => (days == null ? '– days' : amountOf(days, 'day'))

const ROW = 28

function Drawing({ funnel }: { funnel: Funnel }) {
  const summary = steps.map(([step, label]) => `${label} ${funnel[step]}`).join(', ')
  return (
    <svg
      className={chart}
      role="img"
      aria-label={`Consent funnel: ${summary}`}
      viewBox={`0 0 400 ${steps.length * ROW}`}
    >
      {steps.map(([step, label], at) => (
        <g key={step} transform={`translate(0 ${at * ROW})`}>
          <text x="0" y="17" className={axis}>
            {label}
          </text>
          <rect x="140" y="4" width="260" height="18" rx="4" className={track} />
          <rect
            x="140"
            y="4"
            width={Math.max(funnel[step] > 0 ? 2 : 0, 2.6 * share(funnel[step], funnel.added))}
            height="18"
            rx="4"
            className={bar}
          />
        </g>
      ))}
    </svg>
  )
}
