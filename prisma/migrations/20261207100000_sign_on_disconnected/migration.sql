ALTER TYPE "alert_type" ADD VALUE 'sign_on_disconnected';
