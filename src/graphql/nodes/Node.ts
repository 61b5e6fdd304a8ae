import type { Node as NodeRow } from '#operations/nodes/readNode.ts'
import { builder } from '../builder.ts'

/** The objects that `node` reads by their ID. Their type names are in `readNode`. */
export const Node = builder.interfaceRef<Pick<NodeRow, 'id'>>('Node').implement({
  description: 'An object with an ID by which it can be read again.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the object, unique over all types.' }),
  }),
})
