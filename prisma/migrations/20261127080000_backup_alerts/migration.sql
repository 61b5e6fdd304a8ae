ALTER TYPE "alert_type" ADD VALUE 'backup_failed';
