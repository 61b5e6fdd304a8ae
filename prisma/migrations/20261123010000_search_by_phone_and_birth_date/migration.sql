-- The search also finds the digits of the phone number, and the date of birth as YYYY-MM-DD.
ALTER TABLE "patients" DROP COLUMN "search_text";
ALTER TABLE "patients" ADD COLUMN "search_text" TEXT COLLATE "C"
  GENERATED ALWAYS AS (search_fold((
    "first_name" || ' ' || "last_name" || ' '
    || CASE WHEN right("email"::text, 17) = '@no-email.invalid' THEN '' ELSE "email"::text END
    || ' ' || coalesce(regexp_replace("phone", '[^0-9]', '', 'g'), '')
    || ' ' || coalesce(
      lpad(extract(year FROM "date_of_birth")::int::text, 4, '0')
      || '-' || lpad(extract(month FROM "date_of_birth")::int::text, 2, '0')
      || '-' || lpad(extract(day FROM "date_of_birth")::int::text, 2, '0'), '')
  ) COLLATE "und-x-icu")) STORED;
CREATE INDEX "patients_search_text_idx" ON "patients" USING gin ("search_text" gin_trgm_ops);
