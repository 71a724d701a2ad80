-- CreateTable
CREATE TABLE "SavedView" (
    "userId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "filter" TEXT NOT NULL,
    "sort" TEXT NOT NULL,
    "where" TEXT NOT NULL,
    "columns" TEXT NOT NULL,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("userId","id")
);

-- AddForeignKey
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
