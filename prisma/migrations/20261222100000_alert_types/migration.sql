ALTER TYPE "alert_type" ADD VALUE 'disclosed_by_mistake';
ALTER TYPE "alert_type" ADD VALUE 'mistake_to_assess';
ALTER TYPE "alert_type" ADD VALUE 'work_reassigned';
