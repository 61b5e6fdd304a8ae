-- Somebody who signs for a patient at DocuSign writes who they are, but does not choose one of our authorities.
ALTER TYPE "signer_capacity" ADD VALUE 'representative';
