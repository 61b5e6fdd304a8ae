-- A change of the clinic's time zone moves closures, so that they keep their clock times.
GRANT UPDATE ("starts_at", "ends_at") ON "closures" TO caseload_app;
