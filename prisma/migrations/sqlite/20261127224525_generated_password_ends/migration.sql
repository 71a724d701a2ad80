-- AlterTable
ALTER TABLE "User" ADD COLUMN "passwordEndsAt" DATETIME;
-- Passwords that are made up today sign in for a week.
UPDATE "User" SET "passwordEndsAt" = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+7 days') WHERE "mustChangePassword";
