/** Runs in development in place of the prerendered markup and its loader. */
import '#pwa/ui/fonts.css';
import { userHere } from '#pwa/session/user-here.ts';
import { hydrate } from './main.tsx';

await hydrate(
  fetch('/api/auth/whoami').then(async (response) => userHere((await response.json()).user)),
);
