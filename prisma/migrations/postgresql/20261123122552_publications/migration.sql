-- CreateTable
CREATE TABLE "Publication" (
    "id" SERIAL NOT NULL,
    "content" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "userId" INTEGER NOT NULL,
    "restores" INTEGER,

    CONSTRAINT "Publication_pkey" PRIMARY KEY ("id")
);
