import { useEffect, useState } from 'react';
import { ImportPage } from '#pwa/features/import/import-page.tsx';
import { allShares } from '#pwa/visitor/shares.ts';
import { readShare } from './read-share.ts';
import { useShareHere } from './use-share-here.ts';

/** The import, of a file that is chosen there or was shared. */
export function ImportHere() {
  const { share, use } = useShareHere();
  const [file, setFile] = useState<Blob>();
  useEffect(() => {
    if (share !== null) fileOf(share).then(setFile).catch(console.error);
  }, [share]);
  return <ImportPage key={share} file={file} onImported={use} />;
}

async function fileOf(name: string): Promise<Blob | undefined> {
  const share = (await allShares()).find((one) => one.name === name);
  return share && (await readShare(share)).table?.file;
}
