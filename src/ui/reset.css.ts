import { globalFontFace, globalLayer, globalStyle } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

// All of this is in a layer, so that component styles win in any load order.
const reset = globalLayer('reset')

const inLayer = (selector: string, rule: object) => globalStyle(selector, { '@layer': { [reset]: rule } })

// Fallback fonts with Inter's metrics, so that text does not shift when Inter loads.
globalFontFace('Inter Fallback', {
  src: 'local("Arial"), local("Liberation Sans"), local("Arimo"), local("Helvetica")',
  sizeAdjust: '107%',
  ascentOverride: '90.5%',
  descentOverride: '22.5%',
  lineGapOverride: '0%',
})
globalFontFace('Inter Fallback Wide', {
  src: 'local("DejaVu Sans"), local("Verdana")',
  sizeAdjust: '94.2%',
  ascentOverride: '102.8%',
  descentOverride: '25.6%',
  lineGapOverride: '0%',
})

inLayer('*, *::before, *::after', { boxSizing: 'border-box' })
inLayer('html', {
  fontFamily: vars.font.family,
  fontSize: '100%',
  color: vars.ink.regular,
  background: vars.surface.ground,
  colorScheme: 'light dark',
  fontFeatureSettings: '"cv05", "cv11"',
  textSizeAdjust: '100%',
  WebkitTextSizeAdjust: '100%',
  WebkitFontSmoothing: 'antialiased',
  scrollbarGutter: 'stable',
})
inLayer('html[data-theme="light"]', { colorScheme: 'light' })
inLayer('html[data-theme="dark"]', { colorScheme: 'dark' })
inLayer('body', {
  margin: 0,
  minHeight: '100vh',
  background: vars.surface.ground,
  fontSize: vars.size.body,
  lineHeight: vars.leading.body,
  overflowWrap: 'break-word',
})
inLayer('h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset', { margin: 0, padding: 0 })
inLayer('h1, h2, h3, h4', { font: 'inherit', fontWeight: vars.weight.strong })
inLayer('ul[role="list"], ol[role="list"]', { listStyle: 'none' })
inLayer('fieldset', { border: 0, minWidth: 0 })
inLayer('a', { color: 'inherit', textDecoration: 'none' })
inLayer('button, input, select, textarea', { font: 'inherit', color: 'inherit', margin: 0 })
inLayer('button', { background: 'none', border: 0, padding: 0, textAlign: 'inherit' })
inLayer('button:not([aria-disabled="true"]):not(:disabled), summary, label[for]', { cursor: 'pointer' })
inLayer('b, strong', { fontWeight: vars.weight.strong })
inLayer('small', { fontSize: vars.size.small, lineHeight: vars.leading.small })
inLayer('img, svg', { display: 'block', flex: 'none', maxWidth: '100%' })
inLayer('table', { borderCollapse: 'collapse', borderSpacing: 0 })
inLayer('time', { fontVariantNumeric: 'tabular-nums' })
inLayer('[hidden]', { display: 'none !important' })
inLayer(':focus-visible', { outline: `2px solid ${vars.focus}`, outlineOffset: '2px' })
inLayer(':focus:not(:focus-visible)', { outline: 'none' })
inLayer('::selection', { background: vars.accent.wash, color: vars.ink.regular })
inLayer('::placeholder', { color: vars.ink.muted, opacity: 1 })

globalStyle('*, *::before, *::after', {
  '@media': {
    '(prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // With only a duration, every change of colors would start a transition of every property.
      transitionProperty: 'none !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
})

globalStyle('html', { '@media': { print: { background: 'none', colorScheme: 'light' } } })
