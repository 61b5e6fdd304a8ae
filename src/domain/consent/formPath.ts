/**
 * The URL of a patient's signed form: of one request, or the one in force. The route checks access each time.
 */
export const consentFormPath = (patientId: string, requestId?: string): string =>
  `/api/patients/${patientId}/consent-form${requestId ? `?requestId=${requestId}` : ''}`
