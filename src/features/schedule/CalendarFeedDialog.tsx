import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useCopy } from '#client/useCopy.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Moment } from '../time/Moment.tsx'

const calendarFeedQuery = graphql(`
  query CalendarFeedDialog { calendarFeed { id createdAt lastReadAt } }
`)
const CreateCalendarFeed = graphql(`
  mutation CalendarFeedDialog_Create {
    createCalendarFeed { address calendarFeed { id createdAt lastReadAt } }
  }
`)
const RevokeCalendarFeed = graphql(`
  mutation CalendarFeedDialog_Revoke { revokeCalendarFeed }
`)

/** A private URL for calendar programs. It is shown once and can be replaced or revoked at any time. */
export function CalendarFeedDialog({ onClose }: { onClose: () => void }) {
  const [{ data, error, fetching }] = useQuery({ query: calendarFeedQuery, requestPolicy: 'network-only' })
  const [address, setAddress] = useState<string | null>(null)
  const [created, create] = useMutation(CreateCalendarFeed)
  const [revoked, revoke] = useMutation(RevokeCalendarFeed)
  const feed = data?.calendarFeed
  const failed = error ?? created.error ?? revoked.error

  async function renew(): Promise<void> {
    const { data: made } = await create({})
    if (made) setAddress(made.createCalendarFeed.address)
  }

  async function giveUp(): Promise<void> {
    const { data: done } = await revoke({})
    if (!done) return
    setAddress(null)
    toast.success('Success', 'Calendar address revoked')
  }

  return (
    <Dialog
      title="Subscribe to My Calendar"
      isGrowing
      description="See your appointments in the calendar on your phone or computer. It shows only their times and a link back to Caseload, with no patient information."
      onClose={onClose}
    >
      <DialogBody>
        {failed && (
          <Banner tone="critical" isAlert>
            {errorMessage(failed, 'The calendar could not be loaded').message}
          </Banner>
        )}
        {!data && fetching && <Skeleton rows={1} />}
        {address && <NewAddress address={address} />}
        {data && !address && (
          <p>
            {feed ? (
              <>
                Address created <Moment at={feed.createdAt} /> and{' '}
                {feed.lastReadAt ? (
                  <>
                    last read <Moment at={feed.lastReadAt} />
                  </>
                ) : (
                  'has not been read yet'
                )}
                . The address cannot be shown again. Renew it to get a new address; the old one stops working.
              </>
            ) : (
              'You don’t have a calendar address yet.'
            )}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {feed && (
          <Button isPending={revoked.fetching} onClick={() => void giveUp()}>
            Revoke Address
          </Button>
        )}
        {data && (
          <Button variant="primary" isPending={created.fetching} onClick={() => void renew()}>
            {feed ? 'Renew Address' : 'Create Address'}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function NewAddress({ address }: { address: string }) {
  const { isCopied, icon, onClick } = useCopy(address, 'address')
  return (
    <>
      <TextField label="Calendar Address" value={address} isReadOnly />
      <div>
        <ButtonLink href={address.replace(/^https?:/, 'webcal:')} icon="calendar">
          Open in My Calendar App
        </ButtonLink>
      </div>
      <Banner
        tone="caution"
        icon="lock"
        action={
          <Button size="small" icon={icon} onClick={onClick}>
            {isCopied ? 'Copied' : 'Copy Address'}
          </Button>
        }
      >
        Anyone with this address can see your appointment times. You’ll see it only once.
      </Banner>
    </>
  )
}
