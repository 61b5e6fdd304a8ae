-- What a browser carries that passed the identity check or was handed over for signing, as a hash; and wrong answers
-- behind the link to the copy.
ALTER TABLE "consent_requests" ADD COLUMN     "copy_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "pass_hash" TEXT,
ADD COLUMN     "pass_expires_at" TIMESTAMPTZ(3);
