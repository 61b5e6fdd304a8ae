/** The hash and the number of the newest head, and the files of scans that the folder lacks. */
type Facts = { latest: string; number: number; missing: readonly { requestId: string; reason: string }[] }

/** The README of an evidence folder. */
export const exportReadme = ({ latest, number, missing }: Facts): string => `# Evidence of Caseload

Verify everything with Python 3.8 or newer and OpenSSL 3.0 or newer, without Caseload:

\`\`\`sh
python3 verify.py
\`\`\`

The newest head of this folder has the hash

    ${latest}

Keep it. A later folder of the same clinic must still contain this head: ask for an export with this hash as --pin, and run
\`python3 verify.py ${latest}\`.

| file | what it is |
| --- | --- |
| \`rows.jsonl\` | one audit row a line: its fields with their salts, or only the hash of a redacted field, and its proof |
| \`heads/\` | signed tree heads (C2SP checkpoints): the first, the last and the last time-stamped of each day, and the newest |
| \`log.json\` | the log's name and key, and the consistency proofs between the heads in their order |
| \`log.pem\` | the public key of the log. Compare it with /.well-known/caseload-evidence.json, or with a copy you kept |
| \`time-stamps/\` | the answers of time-stamp services (RFC 3161), named by the number of the head and the service |
| \`tsa.pem\` | the certificates that vouch for these services. Compare them with those that the services publish |
| \`seal.pem\` | the certificates with which the clinic has sealed forms, the current one first, for PDF programs |
| \`cross-signed.pem\` | certificates by which one seal vouches for the next; empty if no seal was replaced |
| \`forms/\` | signed consent forms, named by their request. Each carries its own seal |
| \`scans/\` | scans of forms that were signed on paper, named by their request. \`verify.py\` checks that they are the files that staff filed. It cannot know who signed the paper |
| \`sealed-scans/\` | sealed scans: PDFs with the clinic's seal and a scan attached. A PDF program shows when the scan was sealed, and any later change |
${missingScans(missing)}
With OpenSSL alone, check the signature of the newest head:

\`\`\`sh
sed '/^$/,$d' heads/${number}.txt > text
tail -n 1 heads/${number}.txt | cut -d ' ' -f 3 | openssl base64 -d -A | tail -c +5 > signature
openssl pkeyutl -verify -pubin -inkey log.pem -rawin -in text -sigfile signature
openssl dgst -sha256 text
\`\`\`

The last command prints the hash above. To see when a service stamped a head:

\`\`\`sh
openssl ts -reply -text -in time-stamps/NAME.tsr
\`\`\`

docs/evidence.md of Caseload says what this proves, and what it does not.
`

const missingScans = (missing: Facts['missing']): string =>
  missing.length === 0
    ? ''
    : `\nThe folder lacks files of these scans:\n\n${missing.map(({ requestId, reason }) => `- ${requestId}: ${reason}\n`).join('')}`
