/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    context: import('#graphql/context.ts').GraphQLContext
    transports: import('#graphql/execute.ts').Transports
    publicUrl: string
    mode: 'demo' | 'production'
    /** The path and query that the visitor requested, which the login page may be shown for. */
    requested: string
    /** The error that the page shows in place of its content. */
    problem?: import('#graphql/execute.ts').ErrorResponse
    /** The heading of that page, if the error alone does not tell it. */
    problemHeading?: string
    /** The file in the posted form, on pages that accept files. */
    posted?: import('#app/app.ts').LookedAt
    /** The proof of authority in the form that was posted to a signing page. */
    proof?: import('#features/consent/signingVisit.ts').PostedProof
    /** The query results that the page has loaded for its islands, by urql's key. */
    preloaded: import('@urql/core').SSRData
  }
}

/** The pages that show documents, by type, and the folder of their files (`.config/viewerFrames.mjs`). */
declare module 'virtual:viewer-frames' {
  export const frames: Record<'pdf' | 'pictures' | 'text', string>
  export const ownFolder: string
}
