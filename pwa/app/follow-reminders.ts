/** Opens what a tapped notification leads to: the worker asks this page, if it is there already. */
export function followReminders(navigate: (href: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'OPEN') navigate(data.url);
  });
}
