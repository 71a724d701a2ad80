import { Spinner } from '#pwa/ui/spinner.tsx';

/** A spinner in the middle of the window, while nothing can be shown yet. */
export function PageSpinner() {
  return <Spinner page />;
}
