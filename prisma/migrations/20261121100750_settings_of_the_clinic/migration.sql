-- What an administrator has set for the clinic, in one row. A column that is null leaves the matter to how the server was
-- started, or to the product.
CREATE TABLE "clinic_settings" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "name" TEXT,
    "time_zone" TEXT,
    "session_idle_minutes" INTEGER,
    "session_max_hours" INTEGER,
    "consent_link_days" INTEGER,
    "reminder_first_days" INTEGER,
    "reminder_every_days" INTEGER,
    "reminders_max" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "clinic_settings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "clinic_settings_is_one_row" CHECK ("id" = 1)
);
GRANT SELECT, INSERT, UPDATE ON "clinic_settings" TO caseload_app;

-- Every server of the clinic keeps what stands here in mind, and hears when it is another.
CREATE FUNCTION "tell_clinic_settings"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object('kind', 'clinic_settings')::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "clinic_settings_told" AFTER INSERT OR UPDATE OR DELETE ON "clinic_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_clinic_settings();
ALTER TABLE "clinic_settings" ENABLE ALWAYS TRIGGER "clinic_settings_told";
