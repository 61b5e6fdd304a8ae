import { assignVars, createGlobalTheme, createThemeContract, globalStyle } from '@vanilla-extract/css'

const pair = { ink: '', wash: '' }

const colors = createThemeContract({
  surface: { ground: '', raised: '', sunken: '', hover: '', scrim: '', dimmed: '', dimmedTwice: '' },
  ink: { regular: '', muted: '', accent: '', onAccent: '', inverse: '' },
  line: { hair: '', strong: '', control: '' },
  accent: { fill: '', hover: '', wash: '' },
  focus: '',
  shadow: { floating: '' },
  tone: {
    neutral: pair,
    info: pair,
    positive: pair,
    caution: pair,
    critical: pair,
    ready: pair,
    done: pair,
    slate: pair,
  },
})

/** The color of a surface under one or two scrims, for places that no scrim covers. */
function underScrim(ground: string, [red, green, blue, alpha]: readonly [number, number, number, number]) {
  const shaded = (color: string) => {
    const mixed = [red, green, blue].map((shade, at) => {
      const seen = Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16)
      return Math.round(seen * (1 - alpha) + shade * alpha)
    })
    return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  const dimmed = shaded(ground)
  return { ground, scrim: `rgb(${red} ${green} ${blue} / ${alpha})`, dimmed, dimmedTwice: shaded(dimmed) }
}

const light = {
  surface: {
    ...underScrim('#f7f5f1', [20, 18, 12, 0.38]),
    raised: '#ffffff',
    sunken: '#f1eee8',
    hover: '#faf8f5',
  },
  ink: { regular: '#1d2327', muted: '#566068', accent: '#0f5c63', onAccent: '#ffffff', inverse: '#ffffff' },
  line: { hair: '#e3ded5', strong: '#cfc8bb', control: '#958c7d' },
  accent: { fill: '#0f5c63', hover: '#0b4a50', wash: '#e0efef' },
  focus: '#0f5c63',
  shadow: { floating: '0 1px 2px rgb(40 34 20 / 0.06), 0 8px 24px rgb(40 34 20 / 0.10)' },
  tone: {
    neutral: { ink: '#566068', wash: '#f1eee8' },
    info: { ink: '#1f4f93', wash: '#e4edfa' },
    positive: { ink: '#1a6440', wash: '#def1e5' },
    caution: { ink: '#7d4b00', wash: '#fcefd3' },
    critical: { ink: '#8f2f2f', wash: '#f8e4e2' },
    ready: { ink: '#0f5c63', wash: '#dcefef' },
    done: { ink: '#573c91', wash: '#ece6f8' },
    slate: { ink: '#43525e', wash: '#e7ecf0' },
  },
}

const dark = {
  surface: {
    ...underScrim('#13171a', [4, 6, 8, 0.62]),
    raised: '#1b2124',
    sunken: '#0f1214',
    hover: '#20272b',
  },
  ink: { regular: '#e9e7e2', muted: '#a4aeb3', accent: '#62bcc1', onAccent: '#062326', inverse: '#13171a' },
  line: { hair: '#2b3337', strong: '#3c464b', control: '#6b777d' },
  accent: { fill: '#62bcc1', hover: '#7fcdd1', wash: '#163236' },
  focus: '#8fd6da',
  shadow: { floating: '0 1px 2px rgb(0 0 0 / 0.4), 0 12px 32px rgb(0 0 0 / 0.45)' },
  tone: {
    neutral: { ink: '#a4aeb3', wash: '#262d31' },
    info: { ink: '#9fc2f5', wash: '#1b2b45' },
    positive: { ink: '#8ed3ab', wash: '#17341f' },
    caution: { ink: '#f0c070', wash: '#3a2c12' },
    critical: { ink: '#f0a59f', wash: '#402020' },
    ready: { ink: '#8fd6da', wash: '#143235' },
    done: { ink: '#c5b2f0', wash: '#2c2244' },
    slate: { ink: '#b9c6cf', wash: '#263038' },
  },
}

const measures = createGlobalTheme(':root', {
  space: {
    hair: '2px',
    tight: '4px',
    snug: '8px',
    close: '12px',
    regular: '16px',
    roomy: '20px',
    loose: '24px',
    wide: '32px',
    vast: '48px',
  },
  radius: { small: '4px', control: '6px', card: '10px', pill: '999px' },
  control: { small: '1.75rem', regular: '2.25rem', touch: '2.75rem' },
  row: '3rem',
  icon: { small: '14px', regular: '16px', large: '18px' },
  page: {
    sidebar: '14.5rem',
    rail: '4rem',
    bar: '3.75rem',
    width: '85rem',
    reading: '40rem',
    tables: '60rem',
    narrow: '25rem',
  },
  dialog: { small: '32.5rem', wide: '47.5rem', full: '77.5rem', tall: '77.5rem' },
  toast: '26.25rem',
  font: {
    family: '"Inter Variable", "Inter Fallback", "Inter Fallback Wide", system-ui, sans-serif',
    code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  },
  size: {
    small: '0.75rem',
    body: '0.875rem',
    section: '1rem',
    reading: '1.125rem',
    title: '1.5rem',
    figure: '1.875rem',
  },
  leading: {
    small: '1rem',
    body: '1.25rem',
    section: '1.5rem',
    reading: '1.75rem',
    title: '2rem',
    figure: '2.25rem',
  },
  weight: { regular: '400', strong: '550' },
  time: { quick: '120ms', calm: '180ms' },
  layer: { bar: '20', overlay: '40', toast: '60' },
})

/**
 * The design tokens: the only place with raw colors, sizes and radii. Names describe the purpose, not the
 * color.
 */
export const vars = { ...measures, ...colors }

/**
 * The meaning of a status, note or message. Each has an `ink` and a `wash` that are legible on every surface.
 */
export type Tone = 'neutral' | 'info' | 'positive' | 'caution' | 'critical' | 'ready' | 'done' | 'slate'

/**
 * Below `roomy` px there is no second column and no optional content. Below `rail` px the sidebar shows only
 * icons. Below `phone` px there is one column with a bottom bar.
 */
export const breakpoints = { roomy: 1320, rail: 1100, phone: 700 } as const

/** A width in `em`, so that larger text in the browser's settings gets the layout of a narrower window. */
const em = (pixels: number) => `${pixels / 16}em`

/** Keys for `@media`; `touch` is where targets grow to 44 px. */
export const media = {
  roomy: `(max-width: ${em(breakpoints.roomy)})`,
  rail: `(max-width: ${em(breakpoints.rail)})`,
  /** Only the sidebar of icons. */
  railOnly: `(min-width: ${em(breakpoints.phone + 1)}) and (max-width: ${em(breakpoints.rail)})`,
  /** Too narrow for one more table column. */
  narrow: `(max-width: ${em(860)})`,
  phone: `(max-width: ${em(breakpoints.phone)})`,
  /** Too narrow for a name and its buttons on one line. */
  small: `(max-width: ${em(340)})`,
  /** Too narrow for the words on the bottom bar and for long badges: a small phone with large text. */
  tiny: `(max-width: ${em(300)})`,
  wide: `(min-width: ${em(breakpoints.phone + 1)})`,
  touch: `(max-width: ${em(breakpoints.phone)}), (pointer: coarse)`,
  hover: '(hover: hover) and (pointer: fine)',
  dark: '(prefers-color-scheme: dark)',
  /** Lower than the sidebar, for example at 200 % zoom. */
  short: `(min-width: ${em(breakpoints.phone + 1)}) and (max-height: ${em(620)})`,
  forced: '(forced-colors: active)',
} as const

/** Literal colors for the favicon and the browser's toolbar. */
export const brand = {
  accent: light.accent.fill,
  onAccent: light.ink.onAccent,
  light: light.surface.sunken,
  dark: dark.surface.sunken,
} as const

/** The light colors, which paper gets in every theme. */
export const lightColors = { contract: colors, values: light }

createGlobalTheme(':root', colors, light)
createGlobalTheme(':root[data-theme="dark"]', colors, dark)
globalStyle(':root:not([data-theme="light"])', {
  '@media': { [media.dark]: { vars: assignVars(colors, dark) } },
})
