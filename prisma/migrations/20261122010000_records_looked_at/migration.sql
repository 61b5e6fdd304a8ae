-- A record that an attorney looks at in the product is disclosed to them, as one they download is.
ALTER TYPE "disclosure_kind" ADD VALUE 'viewed';
