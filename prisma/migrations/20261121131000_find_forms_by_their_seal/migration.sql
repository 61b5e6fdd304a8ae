-- Anybody may ask whether a seal is the clinic's, so the answer must not cost a look at every form.
CREATE INDEX "signed_consent_forms_sealed_by_idx" ON "signed_consent_forms"("sealed_by");
