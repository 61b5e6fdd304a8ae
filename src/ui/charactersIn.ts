/** The length of a text as its limit counts it: in Unicode code points. */
export const charactersIn = (text: string): number => [...text].length
