/**
 * The operator's guide as part of a page: without its own title, and with links to other files of the repository as plain
 * text, because the product does not serve them. Wide tables and commands can be scrolled with the keyboard.
 */
export const guideHtml = (html: string): string =>
  html
    .replace(/<h1[^>]*>.*?<\/h1>/s, '')
    .replace(/<a href="\.\.?\/[^"]*">(.*?)<\/a>/gs, '$1')
    .replaceAll('<table>', '<div role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(/<pre[^>]*>/g, '<pre tabindex="0">')
