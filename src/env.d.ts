/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    visit: import('#graphql/context.ts').GraphQLContext
    doors: import('#graphql/execute.ts').Transports
    publicUrl: string
    mode: 'demo' | 'production'
    /** The error that the page shows in place of its content. */
    problem?: import('#graphql/execute.ts').ErrorResponse
    /** A file that came with the form that was posted, where the page is one that takes files. */
    posted?: import('#app/app.ts').LookedAt
    /** What the page has read for its islands, by urql's key. */
    preloaded: import('@urql/core').SSRData
  }
}

/** The pages that show documents, by what they show, and the folder of what they read (`.config/viewerFrames.mjs`). */
declare module 'virtual:viewer-frames' {
  export const frames: Record<'pdf' | 'pictures' | 'text', string>
  export const ownFolder: string
}
