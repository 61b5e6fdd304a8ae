/** How long a text is, as its limit counts it: in characters of Unicode, of which an emoji is one and not two. */
export const charactersIn = (text: string): number => [...text].length
