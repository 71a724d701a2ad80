-- AlterTable
ALTER TABLE "CalendarLink" ADD COLUMN     "timeZone" TEXT;
-- An address made before has the zone in which its user is reminded, if there is one.
UPDATE "CalendarLink" SET "timeZone" = COALESCE(
  (SELECT "timeZone" FROM "MailReminders" WHERE "MailReminders"."userId" = "CalendarLink"."userId"),
  (SELECT "PushSubscription"."timeZone" FROM "PushSubscription"
    JOIN "Session" ON "Session"."id" = "PushSubscription"."sessionId"
    WHERE "Session"."userId" = "CalendarLink"."userId"
    ORDER BY "PushSubscription"."createdAt" DESC LIMIT 1)
);
