-- The postal address that patients can write to, in lines.
ALTER TABLE "clinic_settings" ADD COLUMN "address" TEXT;
