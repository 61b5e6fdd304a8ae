/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    visit: import('#graphql/context.ts').GraphQLContext
    doors: import('#graphql/execute.ts').Doors
    publicUrl: string
    mode: 'demo' | 'production'
    /** What the page has read for its islands, by urql's key. */
    preloaded: import('@urql/core').SSRData
  }
}
