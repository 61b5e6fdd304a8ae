import { expect, test } from 'vitest'
import type { Role } from '../access/actor.ts'
import { rowActions } from './rowActions.ts'

test('a request that waits for a retry can be voided by users who may void', () => {
  const isOffered = (role: Role, isSentAgain: boolean) =>
    rowActions(
      { id: 'somebody', role, mustChangePassword: false },
      {
        createdById: 'another',
        assignedAttorneyId: 'somebody',
        recordsClosed: null,
        status: 'pending_consent',
        hasConsultation: false,
        hasSigningLink: false,
        isSentAgain,
      },
    ).some(({ id }) => id === 'void_request')
  expect([isOffered('staff', true), isOffered('admin', true)]).toEqual([true, true])
  expect([isOffered('attorney', true), isOffered('staff', false)]).toEqual([false, false])
})
