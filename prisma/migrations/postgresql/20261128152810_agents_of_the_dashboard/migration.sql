-- AlterTable
ALTER TABLE "User" ADD COLUMN     "entersDashboard" BOOLEAN NOT NULL DEFAULT false;
