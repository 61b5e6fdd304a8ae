import { guidePath } from '#domain/access/screens.ts'
import { link } from '#ui/type.css.ts'
import { commands } from './setup.css.ts'

const settings = `NODE_ENV=production
DATA_DIR=clinic-data
SESSION_SECRET=
PUBLIC_URL=https://caseload.example.org`

/** How to leave the demo clinic for a real one. */
export function SampleGuide() {
  return (
    <>
      <p>
        This is the demo clinic. Its people and records are invented, and its passwords are public. A real
        clinic starts with an empty database of its own. Nothing is copied, and the demo clinic stays as it
        is.
      </p>
      <p>1. Stop this server, and create a secret.</p>
      <pre className={commands}>openssl rand -base64 48</pre>
      <p>
        2. Copy .env.example to .env. Set these lines, with your secret and the address that your users will
        open.
      </p>
      <pre className={commands}>{settings}</pre>
      <p>3. Create the first administrator, and start Caseload.</p>
      <pre className={commands}>{'npm run create-admin\nnpm start'}</pre>
      <p>
        Caseload refuses to run a real clinic with the database of the demo. The{' '}
        <a className={link} href={guidePath('starting-stopping-and-monitoring')}>
          operator’s guide
        </a>{' '}
        has the details.
      </p>
    </>
  )
}
