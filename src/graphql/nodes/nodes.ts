import { readNode } from '#operations/nodes/readNode.ts'
import { builder } from '../builder.ts'
import { selected } from '../selection.ts'
import { Node } from './Node.ts'

builder.queryField('node', (t) =>
  t.withAuth({ can: 'node.read' }).field({
    type: Node,
    nullable: true,
    description:
      'Opens the object with this ID, as the field of its type does. `not_found` if there is none, or if the caller cannot see it.',
    args: { id: t.arg.id({ required: true, description: 'ID of the object.' }) },
    resolve: (_root, { id }, context, info) => readNode(context, id, (type) => selected(context, info, type)),
  }),
)
