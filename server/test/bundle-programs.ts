/** Bundles the server's programs, such as main.js, into the folder that the command line names. */
import { createBuilder } from 'vite';

const [outDir = ''] = process.argv.slice(2);
const build = { outDir, emptyOutDir: true };
const builder = await createBuilder({ logLevel: 'error', environments: { ssr: { build } } });
const { ssr } = builder.environments;
if (!ssr) throw new Error('vite.config.ts has no server.');
await builder.build(ssr);
