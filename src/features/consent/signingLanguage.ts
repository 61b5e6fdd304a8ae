import { isLanguage, type Language, languages } from '#domain/language.ts'

const NAME = 'caseload-signing-language'
/** The parameter of the switch, which works without a script. */
const PARAMETER = 'language'

type Page = {
  url: URL
  request: Request
  cookies: {
    get: (name: string) => { value: string } | undefined
    set: (name: string, value: string, options: object) => void
  }
  locals: Pick<App.Locals, 'publicUrl'>
}

/**
 * The language of a patient's page: what the patient chose in this browser, else that of the request, else that of the
 * browser. A dead link gives no request, because its language would reveal whether the link existed.
 */
export function pageLanguage(page: Page, stored?: Language | null): Language {
  const asked = page.url.searchParams.get(PARAMETER)
  if (isLanguage(asked)) {
    const secure = page.locals.publicUrl.startsWith('https:')
    page.cookies.set(NAME, asked, { path: '/sign', httpOnly: true, sameSite: 'lax', secure })
    return asked
  }
  const chosen = page.cookies.get(NAME)?.value
  if (isLanguage(chosen)) return chosen
  return stored ?? browserLanguage(page.request.headers.get('accept-language') ?? '')
}

/** The first language of the browser in which there are texts. Browsers list them by preference. */
function browserLanguage(header: string): Language {
  const wanted = header.split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? 'en'
}

/** The path of a page that no longer knows the request. */
export const inLanguage = (path: string, language: Language): string =>
  language === 'en' ? path : `${path}?${PARAMETER}=${language}`

/** The links of the switch, which keep the step. */
export const languageLinks = ({ url }: Pick<Page, 'url'>): { language: Language; href: string }[] =>
  languages.map((language) => {
    const params = new URLSearchParams(url.searchParams)
    params.set(PARAMETER, language)
    return { language, href: `?${params}` }
  })

/** Removes the choice of an earlier patient from a device of the clinic. */
export const forgottenLanguage = `${NAME}=; Path=/sign; HttpOnly; SameSite=Lax; Max-Age=0`
