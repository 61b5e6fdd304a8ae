ALTER TYPE "alert_type" ADD VALUE 'server_secret_replaced';
