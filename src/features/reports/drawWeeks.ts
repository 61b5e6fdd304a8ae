import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import type { Day } from '#domain/dates.ts'
import { inks } from './WeekChart.css.ts'

/** A row of bars: one number per week. */
export type WeekSeries = { label: string; ink: 'main' | 'light' | 'warning'; values: readonly number[] }

const HEIGHT = 192

/** The current value of a color, so that each drawing follows the theme. */
const read = (place: HTMLElement, ink: keyof typeof inks) => () =>
  getComputedStyle(place).getPropertyValue(inks[ink].slice('var('.length, -1)).trim()

function optionsOf(
  place: HTMLElement,
  series: readonly WeekSeries[],
  shownWeeks: readonly string[],
): uPlot.Options {
  const axis = { stroke: read(place, 'axis'), font: `12px ${getComputedStyle(place).fontFamily}` }
  const grid = { stroke: read(place, 'grid'), width: 1 }
  const bars = uPlot.paths.bars?.({ size: [0.7, 36], radius: 0.08 })
  return {
    width: place.clientWidth,
    height: HEIGHT,
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, shownWeeks.length - 0.4] },
      y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { show: false },
        incrs: [1, 2, 4, 8, 13, 26],
        space: 64,
        values: (_plot, places) => places.map((at) => shownWeeks[at] ?? ''),
      },
      {
        ...axis,
        grid,
        ticks: { show: false },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
        size: 44,
      },
    ],
    series: [
      { label: 'Week of', value: (_plot, at) => (at === null ? '–' : (shownWeeks[at] ?? '')) },
      ...series.map(({ label, ink }) => ({
        label,
        fill: read(place, ink),
        stroke: read(place, ink),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      })),
    ],
  }
}

/** Draws the weeks into `place`, and again when its width or the colors change. Returns a function that removes it. */
export function drawWeeks(
  place: HTMLElement,
  weeks: readonly Day[],
  series: readonly WeekSeries[],
  show: (week: Day) => string,
): () => void {
  const data: uPlot.AlignedData = [weeks.map((_, at) => at), ...series.map(({ values }) => [...values])]
  const draw = () => new uPlot(optionsOf(place, series, weeks.map(show)), data, place)
  let plot = draw()
  // Anew, because the legend reads its colors only once.
  const drawAgain = () => {
    plot.destroy()
    plot = draw()
  }
  const sizes = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }))
  sizes.observe(place)
  const theme = new MutationObserver(drawAgain)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const looks = ['print', '(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  )
  for (const look of looks) look.addEventListener('change', drawAgain)
  return () => {
    sizes.disconnect()
    theme.disconnect()
    for (const look of looks) look.removeEventListener('change', drawAgain)
    plot.destroy()
  }
}
