-- CreateTable
CREATE TABLE "Portrait" (
    "id" TEXT NOT NULL,
    "jpeg" BYTEA NOT NULL,
    "webp" BYTEA,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Portrait_pkey" PRIMARY KEY ("id")
);
