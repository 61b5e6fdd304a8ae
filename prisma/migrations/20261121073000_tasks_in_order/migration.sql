-- Tasks are listed by due date, those without one last, and then by urgency. Both as plain values that a page can
-- start after: a null and an enum cannot be compared with a cursor.
ALTER TABLE "tasks"
  ADD COLUMN "due_order" TIMESTAMPTZ(3) NOT NULL
    GENERATED ALWAYS AS (coalesce("due_date", '9999-12-31 00:00:00+00'::timestamptz)) STORED,
  ADD COLUMN "urgency" INTEGER NOT NULL
    GENERATED ALWAYS AS (CASE "priority" WHEN 'urgent' THEN 3 WHEN 'high' THEN 2 WHEN 'normal' THEN 1 ELSE 0 END) STORED;
DROP INDEX "tasks_status_due_date_priority_id_idx";
DROP INDEX "tasks_assigned_to_status_due_date_idx";
CREATE INDEX "tasks_due_order_urgency_id_idx" ON "tasks"("due_order", "urgency" DESC, "id");
CREATE INDEX "tasks_status_due_order_urgency_id_idx" ON "tasks"("status", "due_order", "urgency" DESC, "id");
CREATE INDEX "tasks_assigned_to_due_order_idx" ON "tasks"("assigned_to", "due_order");
