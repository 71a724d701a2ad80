-- AlterTable
ALTER TABLE "Contact" ADD COLUMN "addedTo" TEXT;

-- CreateIndex
CREATE INDEX "Contact_addedTo_idx" ON "Contact"("addedTo");

-- What the newest note about an inquiry says.
UPDATE "Contact" SET "addedTo" = (
    SELECT CASE WHEN "notes" IS NULL OR "notes" = 'The inquiry was taken back.' THEN NULL ELSE "applicationId" END
    FROM "HistoryEntry" WHERE "HistoryEntry"."contactId" = "Contact"."id"
    ORDER BY "HistoryEntry"."version" DESC LIMIT 1
) WHERE "id" IN (SELECT "contactId" FROM "HistoryEntry");
