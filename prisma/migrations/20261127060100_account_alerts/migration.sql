ALTER TYPE "alert_type" ADD VALUE 'administrator_recovered';
ALTER TYPE "alert_type" ADD VALUE 'new_device';
ALTER TYPE "alert_type" ADD VALUE 'session_reported';

-- How long sessions of each role last; empty uses the clinic's limit.
ALTER TABLE "clinic_settings"
  ADD COLUMN "session_idle_minutes_admin" INTEGER,
  ADD COLUMN "session_max_hours_admin" INTEGER,
  ADD COLUMN "session_idle_minutes_staff" INTEGER,
  ADD COLUMN "session_max_hours_staff" INTEGER,
  ADD COLUMN "session_idle_minutes_attorney" INTEGER,
  ADD COLUMN "session_max_hours_attorney" INTEGER;
