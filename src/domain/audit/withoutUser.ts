/** Who acted if no user did. Patients, their representatives and the recipients of records act through links. */
export const WITHOUT_USER = 'Someone with a link, or the system'
