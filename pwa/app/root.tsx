import { Outlet } from '@tanstack/react-router';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';
import { SCREENS, type Screen } from './screens.ts';
import { useScreen } from './use-screen.ts';

/** The open page. It gives the document the title of the screen; a page that shows a record names it itself. */
export function Root() {
  const { t } = useText();
  const name = useScreen();
  const screen: Screen | undefined = name && SCREENS[name];
  const title = screen?.title ?? screen?.label;
  useTitle(title && t(title));
  return <Outlet />;
}
