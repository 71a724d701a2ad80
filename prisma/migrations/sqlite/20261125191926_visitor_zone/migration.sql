-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_HeldVisit" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "leaseId" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "arrivedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "zone" INTEGER NOT NULL DEFAULT 0,
    "kind" TEXT NOT NULL DEFAULT 'person',
    CONSTRAINT "HeldVisit_leaseId_fkey" FOREIGN KEY ("leaseId") REFERENCES "CampaignLease" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_HeldVisit" ("arrivedAt", "createdAt", "id", "kind", "leaseId") SELECT "arrivedAt", "createdAt", "id", "kind", "leaseId" FROM "HeldVisit";
DROP TABLE "HeldVisit";
ALTER TABLE "new_HeldVisit" RENAME TO "HeldVisit";
CREATE INDEX "HeldVisit_leaseId_idx" ON "HeldVisit"("leaseId");
CREATE TABLE "new_Visit" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "campaignId" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "zone" INTEGER NOT NULL DEFAULT 0,
    "day" TEXT NOT NULL,
    "arrivedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "afterEnd" BOOLEAN NOT NULL DEFAULT false,
    "kind" TEXT NOT NULL DEFAULT 'person',
    CONSTRAINT "Visit_campaignId_fkey" FOREIGN KEY ("campaignId") REFERENCES "Campaign" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Visit" ("afterEnd", "arrivedAt", "campaignId", "createdAt", "day", "id", "kind") SELECT "afterEnd", "arrivedAt", "campaignId", "createdAt", "day", "id", "kind" FROM "Visit";
DROP TABLE "Visit";
ALTER TABLE "new_Visit" RENAME TO "Visit";
CREATE INDEX "Visit_campaignId_day_idx" ON "Visit"("campaignId", "day");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
