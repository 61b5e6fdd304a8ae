import { assignVars, globalStyle } from '@vanilla-extract/css'
import { lightColors } from './theme.css.ts'

// Wide enough that tables stay tables on Letter and A4.
globalStyle('@page', { margin: '12mm' })

const onPaper = (selector: string, rule: object) => globalStyle(selector, { '@media': { print: rule } })

// Light colors in every theme: three times `:root` outweighs the selectors of the themes.
onPaper(':root:root:root', { vars: assignVars(lightColors.contract, lightColors.values) })

// Controls and links to other views do nothing on paper, except a button that opens what it names, such as a task, and the
// tab that is shown, which is the heading of its panel.
onPaper(
  ':is(main, [role="dialog"]) :is(button:not([data-opener], [aria-selected="true"]), select, search, nav, input[type="date"])',
  {
    display: 'none !important',
  },
)

onPaper('tr, li, [role="row"], dl > div', { breakInside: 'avoid' })
onPaper('h1, h2, h3, thead', { breakAfter: 'avoid' })
// Repeats the head of a table on each page.
onPaper('thead', { display: 'table-header-group' })
onPaper('thead th', { position: 'static !important' })
