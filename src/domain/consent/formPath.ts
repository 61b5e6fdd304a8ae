/** Where a signed form of a patient is served, of one request or the one that holds; the route checks access each time. */
export const consentFormPath = (patientId: string, requestId?: string): string =>
  `/api/patients/${patientId}/consent-form${requestId ? `?requestId=${requestId}` : ''}`
