-- Finds patients with the same phone number: its last ten digits, without an extension.
CREATE INDEX "patients_phone_idx" ON "patients"
  ((right(regexp_replace(regexp_replace("phone", '[[:alpha:]#;].*$', ''), '[^0-9]', '', 'g'), 10)));
