/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    visit: import('#graphql/context.ts').GraphQLContext
    doors: import('#graphql/execute.ts').Doors
    publicUrl: string
    mode: 'demo' | 'production'
    /** Why no page can be made of this request. */
    problem?: import('#graphql/execute.ts').Told
    /** A file that came with the form that was posted, where the page is one that takes files. */
    posted?: import('./product.ts').LookedAt
    turn: import('#http/pageTurns.ts').Turn
    /** What the page has read for its islands, by urql's key. */
    preloaded: import('@urql/core').SSRData
    /** Set when that is everything, so that the islands can be drawn. */
    isRead?: boolean
  }
}

/** The pages that show documents, by what they show, and the folder of what they read (`.config/viewerFrames.mjs`). */
declare module 'virtual:viewer-frames' {
  export const frames: Record<'pdf' | 'pictures' | 'text', string>
  export const ownFolder: string
}
