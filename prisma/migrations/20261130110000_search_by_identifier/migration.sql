-- The search also finds what other systems call a patient: the values as they are, and their digits alone, because a search for a
-- number ignores what is between its digits.
ALTER TABLE "patients" ADD COLUMN "identifier_words" TEXT;

CREATE FUNCTION "identifier_words_of"(patient UUID) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT string_agg("value" || ' ' || regexp_replace("value", '[^0-9]', '', 'g'), ' ' ORDER BY "system", "value")
  FROM "patient_identifiers" WHERE "patient_id" = patient
$$;

UPDATE "patients" SET "identifier_words" = identifier_words_of("id")
  WHERE "id" IN (SELECT "patient_id" FROM "patient_identifiers");

CREATE FUNCTION "keep_identifier_words"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "patients" SET "identifier_words" = identifier_words_of("id") WHERE "id" = coalesce(NEW."patient_id", OLD."patient_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "patient_identifiers_searched" AFTER INSERT OR DELETE ON "patient_identifiers"
  FOR EACH ROW EXECUTE FUNCTION keep_identifier_words();

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
    || ' ' || coalesce("identifier_words", '')
  ) COLLATE "und-x-icu")) STORED;
CREATE INDEX "patients_search_text_idx" ON "patients" USING gin ("search_text" gin_trgm_ops);
