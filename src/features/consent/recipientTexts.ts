/** The texts of the page on which a recipient of a signed form downloads it; in English, as the rest of the product. */
export const recipientTexts = {
  title: 'Signed authorization',
  lead: (clinic: string) =>
    `A patient of ${clinic} signed an authorization that names you as a recipient. Enter the patient’s date of birth to download it.`,
  download: 'Download the Authorization',
  keep: (day: string) =>
    `The link works until ${day}, and stops working immediately if the patient revokes the authorization. Each download is recorded. Please do not share the link.`,
  fileName: 'signed-authorization.pdf',
}
