-- Lists by last change, for programs that read what has changed since a moment.
-- CreateIndex
CREATE INDEX "patients_updated_at_id_idx" ON "patients"("updated_at", "id");

-- CreateIndex
CREATE INDEX "tasks_updated_at_id_idx" ON "tasks"("updated_at", "id");

-- CreateIndex
CREATE INDEX "appointments_updated_at_id_idx" ON "appointments"("updated_at", "id");

