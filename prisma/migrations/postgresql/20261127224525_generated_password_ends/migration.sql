-- AlterTable
ALTER TABLE "User" ADD COLUMN     "passwordEndsAt" TIMESTAMP(3);
-- Passwords that are made up today sign in for a week.
UPDATE "User" SET "passwordEndsAt" = CURRENT_TIMESTAMP + INTERVAL '7 days' WHERE "mustChangePassword";
