-- CreateTable
CREATE TABLE "Portrait" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "jpeg" BLOB NOT NULL,
    "webp" BLOB,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL
);
