// Addresses are of the ranges kept for documentation (RFC 5737).

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15'

/** What the computers at the clinic and at the attorneys' offices call themselves. */
export const officeBrowsers = [
  `${windows} ${chrome}`,
  `${windows} ${chrome} Edg/142.0.0.0`,
  `${mac} ${safari}`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
] as const

/** What patients sign with. */
export const patientBrowsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  `${windows} ${chrome}`,
] as const

export const clinicAddress = (desk: number) => `192.0.2.${10 + desk}`
export const attorneyAddress = (office: number) => `198.51.100.${20 + office}`
export const patientAddress = (home: number) => `203.0.113.${home}`
