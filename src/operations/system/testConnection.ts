import { testConnectionInput } from '#domain/system/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { parts, type Tried } from './parts.ts'

/** Tests the connection to one component. It can be slow, so no transaction is open during the test. */
export const testConnection = unwrapped(
  testConnectionInput,
  async (ctx: OperationContext, { part }): Promise<Tried> => {
    authorize(ctx, 'system.test')
    const tried = await parts[part].test(ctx)
    await inTransaction(ctx, (inside) =>
      audit(inside, {
        action: 'viewed',
        resourceType: 'connection',
        details: { part, isWorking: tried.isWorking },
      }),
    )
    return tried
  },
)
