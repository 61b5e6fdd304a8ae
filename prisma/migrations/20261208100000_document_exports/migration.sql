ALTER TYPE "data_export_kind" ADD VALUE 'documents';
