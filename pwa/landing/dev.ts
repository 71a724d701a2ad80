/** Runs in development in place of the prerendered markup and its loader. */
import { hydrate } from './main.tsx';

await hydrate(fetch('/api/auth/user').then((response) => (response.ok ? response.json() : null)));
